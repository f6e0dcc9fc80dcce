package kubectl_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// stub returns a client with a shell script as its kubectl.
func stub(t *testing.T, script string, flags ...string) kubectl.Client {
	t.Helper()
	program := filepath.Join(t.TempDir(), "kubectl")
	programtest.Write(t, program, "#!/bin/sh\n"+script+"\n")
	return kubectl.Client{Program: program, Flags: flags}
}

func TestGet(t *testing.T) {
	t.Parallel()
	client := stub(t, `echo 'Warning: v1 Endpoints is deprecated' >&2; printf '{"said": "%s"}' "$*"`, "--context=one", "--namespace=two")
	var got struct{ Said string }
	if err := client.Get(t.Context(), &got, "pods", "--selector=a=b"); err != nil {
		t.Fatal(err)
	}
	if want := "--context=one --namespace=two get --output=json pods --selector=a=b"; got.Said != want {
		t.Errorf("kubectl was called with %q, want %q", got.Said, want)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script, want string
		is           func(error) bool
	}{
		"a context that is not there": {
			`echo 'error: context "nope" does not exist' >&2; exit 1`, `kubectl get pods: context "nope" does not exist (kubectl config view shows the contexts, clusters and users)`, nil,
		},
		"a cluster that is not there": {
			`echo 'error: no server found for cluster "nope"' >&2; exit 1`, `kubectl get pods: no server found for cluster "nope" (kubectl config view shows the contexts, clusters and users)`, nil,
		},
		"nobody answers": {
			`echo 'E1122 05:24:01.123456   12 memcache.go:265] "Unhandled Error"' >&2
			echo 'The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?' >&2; exit 1`,
			"kubectl get pods: The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port? " +
				"(the cluster does not answer as it should: try kubectl cluster-info)", nil,
		},
		"no kubeconfig": {
			`echo 'The connection to the server localhost:8080 was refused - did you specify the right host or port?' >&2; exit 1`,
			"kubectl get pods: The connection to the server localhost:8080 was refused - did you specify the right host or port? " +
				"(no cluster is chosen: set KUBECONFIG, give --kubeconfig or --context, or run kubectl config use-context NAME)", nil,
		},
		"a kubeconfig without a context": {
			`echo 'error: current-context must exist in order to minify' >&2; exit 1`,
			"kubectl get pods: current-context must exist in order to minify " +
				"(no cluster is chosen: set KUBECONFIG, give --kubeconfig or --context, or run kubectl config use-context NAME)", nil,
		},
		"a token that has ended": {
			`echo 'error: You must be logged in to the server (Unauthorized)' >&2; exit 1`,
			"kubectl get pods: You must be logged in to the server (Unauthorized) " +
				"(the cluster does not accept the user of the kubeconfig: log in again, or give another --context or --user)", nil,
		},
		"an error in a log only": {
			`echo 'E1122 05:24:01.123456   12 memcache.go:265] "Unhandled Error" err="couldn'"'"'t get current server API group list: Get \"https://x\": no such host"' >&2; exit 1`,
			`kubectl get pods: couldn't get current server API group list: Get "https://x": no such host (the cluster does not answer as it should: try kubectl cluster-info)`, nil,
		},
		"a kubelet that the cluster does not reach": {
			`echo 'Error from server: Get "https://10.0.0.5:10250/containerLogs": dial tcp 10.0.0.5:10250: connect: connection refused' >&2; exit 1`,
			`kubectl get pods: Error from server: Get "https://10.0.0.5:10250/containerLogs": dial tcp 10.0.0.5:10250: connect: connection refused`, nil,
		},
		"only a log": {
			`echo 'E1122 05:24:01.123456   12 memcache.go:265] no' >&2; exit 1`,
			"kubectl get pods: E1122 05:24:01.123456   12 memcache.go:265] no", nil,
		},
		"silence":        {"exit 7", "kubectl get pods: exit status 7", nil},
		"not found":      {`echo 'Error from server (NotFound): pods "a" not found' >&2; exit 1`, `kubectl get pods: Error from server (NotFound): pods "a" not found`, kubectl.IsNotFound},
		"unknown kind":   {`echo "error: the server doesn't have a resource type \"jobsets\"" >&2; exit 1`, `kubectl get pods: the server doesn't have a resource type "jobsets"`, kubectl.IsUnknownKind},
		"forbidden":      {`echo 'Error from server (Forbidden): pods is forbidden: User "x" cannot list' >&2; exit 1`, `kubectl get pods: Error from server (Forbidden): pods is forbidden: User "x" cannot list`, nil},
		"no JSON":        {"echo hello", "kubectl get pods: the answer is not the JSON of objects: invalid character 'h' looking for beginning of value", nil},
		"an empty reply": {"true", "kubectl get pods: the answer is not the JSON of objects: unexpected end of JSON input", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got struct{}
			err := stub(t, c.script).Get(t.Context(), &got, "pods")
			if err == nil || err.Error() != c.want {
				t.Fatalf("the error is %v, want %s", err, c.want)
			}
			for which, is := range map[string]func(error) bool{"not found": kubectl.IsNotFound, "unknown kind": kubectl.IsUnknownKind} {
				if is(err) != (which == name) {
					t.Errorf("it is %s: %t", which, is(err))
				}
			}
		})
	}
}

func TestNoKubectl(t *testing.T) {
	t.Parallel()
	client := kubectl.Client{Program: filepath.Join(t.TempDir(), "kubectl")}
	for name, err := range map[string]error{
		"Run":    client.Run(t.Context(), nil, &bytes.Buffer{}),
		"Attach": func() error { _, err := client.Attach(t.Context(), nil, nil, nil); return err }(),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), "kubectl: it is not on PATH: install it") {
			t.Errorf("%s without a kubectl gives %v", name, err)
		}
	}
}

func TestNamespace(t *testing.T) {
	t.Parallel()
	for want, client := range map[string]kubectl.Client{
		"flagged": stub(t, "exit 1", "--namespace=flagged"),
		"context": stub(t, `printf '%s' context`),
		"default": stub(t, "true"),
	} {
		if got, err := client.Namespace(t.Context()); got != want || err != nil {
			t.Errorf("the namespace is %q (%v), want %q", got, err, want)
		}
	}
	if _, err := stub(t, "echo 'error: no' >&2; exit 1").Namespace(t.Context()); err == nil {
		t.Error("a kubectl that fails gives no error")
	}
}

func TestAttach(t *testing.T) {
	t.Parallel()
	var out, said bytes.Buffer
	client := stub(t, `cat; printf '<%s>' "$@"; echo oh >&2; exit 5`, "--namespace=a")
	code, err := client.Attach(t.Context(), strings.NewReader("typed "), &out, &said, "exec", "pod", "--", "sh", "-c", "a  b\n'$c'")
	if code != 5 || err != nil {
		t.Errorf("status %d and %v, want 5", code, err)
	}
	if want := "typed <--namespace=a><exec><pod><--><sh><-c><a  b\n'$c'>"; out.String() != want || said.String() != "oh\n" {
		t.Errorf("it says %q and %q", out.String(), said.String())
	}
}

// A reader goes away once something was written.
type reader struct {
	got   bytes.Buffer
	leave context.CancelFunc
}

func (r *reader) Write(data []byte) (int, error) {
	defer r.leave()
	return r.got.Write(data)
}

func TestStreamEnds(t *testing.T) {
	t.Parallel()
	ctx, leave := context.WithCancel(t.Context())
	out, began := reader{leave: leave}, time.Now()
	err := stub(t, "echo begun; exec sleep 60").Run(ctx, nil, &out, "logs")
	if !errors.Is(err, context.Canceled) || out.got.String() != "begun\n" {
		t.Errorf("it ends with %v and has said %q", err, out.got.String())
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %s", took)
	}
}

// TestObjects wants the objects of an answer that is one object, a list or nothing.
func TestObjects(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}`: "a",
		`{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}},
		  {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "b"}}]}`: "a b",
		`{"apiVersion": "v1", "kind": "List", "items": []}`: "",
		"": "",
	} {
		objects, err := stub(t, `[ "$*" = "get --output=json --filename=-" ] || exit 1; cat`).Objects(t.Context(), strings.NewReader(answer), "--filename=-")
		var names []string
		for _, object := range objects {
			names = append(names, object.GetName())
		}
		if got := strings.Join(names, " "); got != want || err != nil {
			t.Errorf("%s: the objects are %q (%v), want %q", answer, got, err, want)
		}
	}
	if _, err := stub(t, "echo no").Objects(t.Context(), nil, "pods"); err == nil || !strings.HasPrefix(err.Error(), "kubectl get pods: the answer is not the JSON of objects: ") {
		t.Errorf("what is not valid JSON gives %v", err)
	}
}

// TestLongMessage wants the beginning and the end of what a server says of an object that it repeats.
func TestLongMessage(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"[", "x"} {
		err := stub(t, `{ printf 'The JobSet "a" is invalid: spec: Invalid value: `+value+`'; head -c 100000 /dev/zero | tr '\0' x; echo ']: field is immutable'; } >&2; exit 1`).Run(t.Context(), nil, nil, "apply")
		if err == nil || !strings.HasPrefix(err.Error(), `kubectl apply: The JobSet "a" is invalid: `) || !strings.HasSuffix(err.Error(), ": field is immutable") || len(err.Error()) > 2000 {
			t.Errorf("the message is %v", err)
		}
	}
}
