package fn

import (
	"fmt"
	"io"
	"runtime/debug"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// StandardInput is the name of standard input in findings.
const StandardInput = "standard input"

// Exit codes of the function. The severities of the results decide between the first two.
const (
	// ExitOK says that the list was processed, perhaps with warnings.
	ExitOK = 0
	// ExitProblems says that the input has errors; results and standard error list them.
	ExitProblems = 1
	// ExitInternal says that reading or writing failed, or that Latchkey itself has a fault.
	ExitInternal = 3
)

// Run is the function as callers run it. It reads a ResourceList, writes the processed list, prints findings for people
// on stderr, and returns the exit code. It expands the kinds of Latchkey and those in more.
//
// If the input cannot be read, or Latchkey has a fault, Run writes the input back unchanged. A caller that ignores the
// exit code must not lose files.
func Run(stdin io.Reader, stdout, stderr io.Writer, more ...generators.Kind) (code int) {
	input, err := io.ReadAll(stdin)
	if err != nil {
		fmt.Fprintf(stderr, "latchkey: read standard input: %s\n", text.Printable(err.Error()))
		return ExitInternal
	}
	out := &startedWriter{Writer: stdout}
	defer func() {
		if fault := recover(); fault != nil {
			code = giveUp(input, fault, out, stderr)
		}
	}()
	return answer(input, out, stderr, more)
}

// giveUp reports a fault of Latchkey and gives the input back.
func giveUp(input []byte, fault any, stdout *startedWriter, stderr io.Writer) int {
	fmt.Fprint(stderr, FaultReport(fault))
	return giveBack(input, stdout, stderr, ExitInternal)
}

// FaultReport returns the message for people about a fault of Latchkey, with the stack. Call it where a panic is
// recovered.
func FaultReport(fault any) string {
	return fmt.Sprintf("latchkey: internal fault, please report it: %s\n%s", text.Printable(fmt.Sprint(fault)), debug.Stack())
}

// A startedWriter knows whether anything was written.
type startedWriter struct {
	io.Writer
	started bool
}

func (w *startedWriter) Write(data []byte) (int, error) {
	w.started = true
	return w.Writer.Write(data)
}

// answer reads, processes and writes a list.
func answer(input []byte, stdout *startedWriter, stderr io.Writer, more []generators.Kind) int {
	kinds, err := generators.NewRegistry(more...)
	if err != nil {
		fmt.Fprintf(stderr, "latchkey: %s\n", text.Printable(err.Error()))
		return giveBack(input, stdout, stderr, ExitInternal)
	}
	list, err := ParseResourceList(input)
	if err != nil {
		fmt.Fprintln(stderr, Line(unreadable(StandardInput, err)))
		return giveBack(input, stdout, stderr, ExitProblems)
	}
	out, err := Process(list, Settings{Kinds: kinds})
	if err != nil {
		return giveUp(input, err, stdout, stderr)
	}
	if !HasErrors(out.Results) {
		out.Results = append(out.Results, list.nothingDone(kinds)...)
	}
	report(out, callers.Of(list.Items), stderr)
	if err := out.Write(stdout); err != nil {
		if !stdout.started {
			return giveUp(input, err, stdout, stderr) // an object cannot be encoded
		}
		fmt.Fprintf(stderr, "latchkey: %s\n", text.Printable(err.Error()))
		return ExitInternal
	}
	if HasErrors(out.Results) {
		return ExitProblems
	}
	return ExitOK
}

// giveBack writes the input as it came, and returns the exit code. If a part of the answer is written already, only the
// exit code tells that the answer is not complete.
func giveBack(input []byte, stdout *startedWriter, stderr io.Writer, code int) int {
	if stdout.started {
		return code
	}
	if _, err := stdout.Write(input); err != nil {
		fmt.Fprintf(stderr, "latchkey: write the input back: %s\n", text.Printable(err.Error()))
		return ExitInternal
	}
	return code
}

// report prints findings on standard error. kustomize shows nothing else. kpt shows results itself, but not each error
// on a line of its own.
func report(list *ResourceList, caller callers.Caller, stderr io.Writer) {
	for _, result := range list.Results {
		if result.Severity == krm.Error || caller != callers.Kpt {
			fmt.Fprintln(stderr, Line(result))
		}
	}
}
