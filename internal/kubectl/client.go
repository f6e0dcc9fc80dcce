package kubectl

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// A Client runs kubectl. The zero value runs the kubectl on PATH without further flags.
type Client struct {
	// Program is the name or the path of the program. Default: kubectl.
	Program string
	// Flags are given to every call, before the command: --context=..., --namespace=...
	Flags []string
	// LogFlags are given to every call of "kubectl logs", at its end.
	LogFlags []string
}

// Run runs kubectl with an input, such as the manifests to apply, and passes on what it writes to standard output as it comes.
// Both streams may be nil. It ends early, with the error of the context, when the context ends.
func (c Client) Run(ctx context.Context, stdin io.Reader, stdout io.Writer, args ...string) error {
	cmd, err := c.command(ctx, args)
	if err != nil {
		return err
	}
	var said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, &said
	return c.explain(ctx, cmd.Run(), args, said.String())
}

// Get runs "kubectl get" with the arguments and decodes the answer, an object or a list, into a value. An object that
// is named and not there is an error, see [IsNotFound].
func (c Client) Get(ctx context.Context, into any, args ...string) error {
	return c.get(ctx, nil, args, func(answer []byte) error { return json.Unmarshal(answer, into) })
}

// Logs runs "kubectl logs" with the arguments, and passes on what it prints as it comes.
func (c Client) Logs(ctx context.Context, out io.Writer, args ...string) error {
	return c.Run(ctx, nil, out, slices.Concat([]string{"logs"}, args, c.LogFlags)...)
}

// Objects runs "kubectl get", for the manifests of an input if there is one, and returns the objects of the answer.
func (c Client) Objects(ctx context.Context, stdin io.Reader, args ...string) (objects []unstructured.Unstructured, err error) {
	err = c.get(ctx, stdin, args, func(answer []byte) error {
		objects, err = ObjectsIn(answer)
		return err
	})
	return objects, err
}

func (c Client) get(ctx context.Context, stdin io.Reader, args []string, decode func(answer []byte) error) error {
	var out bytes.Buffer
	args = append([]string{"get", "--output=json"}, args...)
	if err := c.Run(ctx, stdin, &out, args...); err != nil {
		return err
	}
	if err := decode(out.Bytes()); err != nil {
		return &Error{Command: inWords(args), Message: "the answer is not the JSON of objects: " + err.Error()}
	}
	return nil
}

// ObjectsIn returns the objects that kubectl has printed as JSON: one, a list, or none.
func ObjectsIn(output []byte) ([]unstructured.Unstructured, error) {
	if len(output) == 0 {
		return nil, nil
	}
	switch answer, err := runtime.Decode(unstructured.UnstructuredJSONScheme, output); answer := answer.(type) {
	case *unstructured.UnstructuredList:
		return answer.Items, nil
	case *unstructured.Unstructured:
		return []unstructured.Unstructured{*answer}, nil
	default:
		return nil, err
	}
}

// Watch runs "kubectl get" with the arguments, and hands on the objects: first all that are there, and then each one that
// changes, with what happened to it: ADDED, MODIFIED, DELETED. It returns when kubectl or the server ends the watch, or with the
// error of the context.
func (c Client) Watch(ctx context.Context, each func(happened string, object json.RawMessage), args ...string) error {
	args = append([]string{"get", "--watch", "--output-watch-events", "--output=json"}, args...)
	read, write := io.Pipe()
	decoded := make(chan struct{})
	go func() {
		defer close(decoded)
		events := json.NewDecoder(read)
		for {
			var event struct {
				Type   string
				Object json.RawMessage
			}
			if err := events.Decode(&event); err != nil {
				_ = read.CloseWithError(err) // kubectl then ends, too
				return
			}
			each(event.Type, event.Object)
		}
	}()
	err := c.Run(ctx, nil, write, args...)
	_ = write.Close() // it never fails
	<-decoded
	return err
}

// Ready returns an error while the API server starts. A user who may not ask gets none.
func (c Client) Ready(ctx context.Context) error {
	err := c.Run(ctx, nil, nil, "get", "--raw=/readyz")
	if IsForbidden(err) {
		return nil
	}
	return err
}

// Attach runs kubectl with the given streams, for example to run a program in a pod. It returns the exit status of
// kubectl, which "kubectl exec" takes from the program that it runs. The error is about a kubectl that cannot be started.
func (c Client) Attach(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer, args ...string) (int, error) {
	cmd, err := c.command(ctx, args)
	if err != nil {
		return 0, err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, stderr
	err = cmd.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) && ctx.Err() == nil {
		return ended.ExitCode(), nil
	}
	return 0, c.explain(ctx, err, args, "")
}

// Namespace returns the namespace that kubectl uses with these flags: the namespace of --namespace, or of the
// context.
func (c Client) Namespace(ctx context.Context) (string, error) {
	for _, flag := range c.Flags {
		if name, found := strings.CutPrefix(flag, "--namespace="); found && name != "" {
			return name, nil
		}
	}
	var out strings.Builder
	err := c.Run(ctx, nil, &out, "config", "view", "--minify", "--output=jsonpath={..namespace}")
	return cmp.Or(strings.TrimSpace(out.String()), "default"), err
}

// command prepares a call. When the context ends, kubectl is killed, and what still holds its streams has five seconds.
func (c Client) command(ctx context.Context, args []string) (*exec.Cmd, error) {
	program, err := exec.LookPath(cmp.Or(c.Program, "kubectl"))
	if err != nil {
		return nil, &Error{Command: "kubectl", Message: "it is not on PATH: install it, see https://kubernetes.io/docs/tasks/tools", err: err}
	}
	cmd := exec.CommandContext(ctx, program, append(append([]string{}, c.Flags...), args...)...)
	cmd.WaitDelay = 5 * time.Second
	return cmd, nil
}

// explain makes an error in words of the end of a call.
func (c Client) explain(ctx context.Context, err error, args []string, output string) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	lines := linesOf(output)
	return &Error{Command: inWords(args), Message: cmp.Or(strings.Join(lines, "; "), err.Error()), Lines: lines, flags: c.Flags, err: err}
}

// inWords names a call in messages: "kubectl get pods", without flags and selectors.
func inWords(args []string) string {
	words := []string{"kubectl"}
	for _, arg := range args {
		if arg == "--" {
			break
		}
		if !strings.HasPrefix(arg, "-") {
			words = append(words, arg)
		}
	}
	return strings.Join(words, " ")
}
