package fn

import (
	"fmt"
	"io"
	"runtime/debug"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
)

// StandardInput is what findings call it.
const StandardInput = "standard input"

// Run is the function as hosts call it: it reads a ResourceList, writes the processed one, prints findings for people
// on stderr, and returns the exit code.
//
// What cannot be read is given back as it came, and so is everything where Latchkey itself has a fault: a host that
// ignores the exit code must not lose files.
func Run(stdin io.Reader, stdout, stderr io.Writer) int {
	input, err := io.ReadAll(stdin)
	if err != nil {
		fmt.Fprintf(stderr, "latchkey: read standard input: %s\n", err)
		return ExitInternal
	}
	return guard(input, stdout, stderr, func(stdout io.Writer) int { return answer(input, stdout, stderr) })
}

// guard runs a function that answers to an input. When the function panics, the input is the answer, unless part of
// another one is written already: then the exit code alone says that it is none.
func guard(input []byte, stdout, stderr io.Writer, answer func(stdout io.Writer) int) (code int) {
	out := &startedWriter{Writer: stdout}
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		if out.started {
			input = nil
		}
		code = giveBack(input, fault, stdout, stderr)
	}()
	return answer(out)
}

// giveBack answers with the input where Latchkey has a fault.
func giveBack(input []byte, fault any, stdout, stderr io.Writer) int {
	fmt.Fprint(stderr, FaultReport(fault))
	if _, err := stdout.Write(input); err != nil {
		fmt.Fprintf(stderr, "latchkey: write the input back: %s\n", err)
	}
	return ExitInternal
}

// FaultReport is the message for people about a fault of Latchkey, with the stack. It is called where a panic is recovered.
func FaultReport(fault any) string {
	return fmt.Sprintf("latchkey: internal fault, please report it: %v\n%s", fault, debug.Stack())
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
func answer(input []byte, stdout, stderr io.Writer) int {
	list, err := ParseResourceList(input)
	if err != nil {
		fmt.Fprintln(stderr, Line(unreadable(StandardInput, err)))
		if _, err := stdout.Write(input); err != nil {
			return ExitInternal
		}
		return ExitProblems
	}
	out, err := Process(list, Settings{})
	if err != nil {
		return giveBack(input, err, stdout, stderr)
	}
	report(out, hostOf(list), stderr)
	if err := out.Write(stdout); err != nil {
		fmt.Fprintf(stderr, "latchkey: %s\n", err)
		return ExitInternal
	}
	if HasErrors(out.Results) {
		return ExitProblems
	}
	return ExitOK
}

// report prints findings on standard error, since kustomize shows nothing else. kpt shows results itself, save that
// it says nothing of errors on one line each.
func report(list *ResourceList, h host, stderr io.Writer) {
	for _, result := range list.Results {
		if result.Severity == krm.Error || h != hostKpt {
			fmt.Fprintln(stderr, Line(result))
		}
	}
}
