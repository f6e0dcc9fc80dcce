package fn

import (
	"fmt"
	"io"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
)

// Run is the function as hosts call it: it reads a ResourceList, writes the processed one, prints findings for people
// on stderr, and returns the exit code.
//
// What cannot be read is given back as it came: a host that ignores the exit code must not lose files.
func Run(stdin io.Reader, stdout, stderr io.Writer) int {
	input, err := io.ReadAll(stdin)
	if err != nil {
		fmt.Fprintf(stderr, "latchkey: read standard input: %s\n", err)
		return ExitInternal
	}
	list, err := ParseResourceList(input)
	if err != nil {
		fmt.Fprintf(stderr, "latchkey: standard input: %s\n", err)
		if _, err := stdout.Write(input); err != nil {
			return ExitInternal
		}
		return ExitProblems
	}
	return answer(list, stdout, stderr)
}

// answer processes a list. A fault of Latchkey itself gives the list back as it came.
func answer(list *ResourceList, stdout, stderr io.Writer) (code int) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(stderr, "latchkey: internal fault, please report it: %v\n", fault)
			code = ExitInternal
		}
	}()
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
