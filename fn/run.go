package fn

import (
	"fmt"
	"io"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
)

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
		code = ExitInternal
		fmt.Fprintf(stderr, "latchkey: internal fault, please report it: %s\n", Printable(fmt.Sprint(fault)))
		if out.started {
			return
		}
		if _, err := stdout.Write(input); err != nil {
			fmt.Fprintf(stderr, "latchkey: write the input back: %s\n", err)
		}
	}()
	return answer(out)
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
		fmt.Fprintf(stderr, "latchkey: standard input: %s\n", Printable(err.Error()))
		if _, err := stdout.Write(input); err != nil {
			return ExitInternal
		}
		return ExitProblems
	}
	out := Process(list, Settings{})
	report(out, hostOf(list), stderr)
	if err := out.Write(stdout); err != nil {
		fmt.Fprintf(stderr, "latchkey: %s\n", err)
		return ExitInternal
	}
	return out.Results.ExitCode()
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
