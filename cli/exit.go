package cli

import (
	"errors"

	"github.com/latchkey-dev/latchkey/fn"
)

// Exit codes of the program. A script can tell "fix your manifest" (1) from "fix your command line" (2), and both from
// a fault of the machine or of Latchkey itself (3).
const (
	// ExitOK says that there are no errors. There may be warnings.
	ExitOK = fn.ExitOK
	// ExitProblems says that the input has errors; standard error lists them.
	ExitProblems = fn.ExitProblems
	// ExitUsage says that the command line is wrong.
	ExitUsage = 2
	// ExitInternal says that reading or writing failed for a reason that no change of the input can remove.
	ExitInternal = fn.ExitInternal
)

// A usageError is a mistake on the command line.
type usageError struct{ error }

// An inputError is a problem of the input that is not about an object, such as a missing file.
type inputError struct{ error }

// A reportedError ends a command whose problems are printed already.
type reportedError struct{ error }

func (e usageError) Unwrap() error    { return e.error }
func (e reportedError) Unwrap() error { return e.error }

// errReported is the error for input whose errors are printed already.
var errReported = reportedError{inputError{errors.New("the input has errors")}}

// exitCode returns the exit code for the error of a command.
func exitCode(err error) int {
	var usage usageError
	var input inputError
	var ended statusError
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &usage):
		return ExitUsage
	case errors.As(err, &input):
		return ExitProblems
	case errors.As(err, &ended):
		return int(ended)
	default:
		return ExitInternal
	}
}

// linesOf makes one error of findings. It is for errors that end the command.
func linesOf(results fn.Results) error {
	errs := make([]error, 0, len(results))
	for _, result := range results {
		errs = append(errs, errors.New(fn.Line(result)))
	}
	return errors.Join(errs...)
}
