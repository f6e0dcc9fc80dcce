// Package exit has the exit codes of the program, and the errors that choose one. Every other error is a fault of the
// machine or of Latchkey itself: [Internal].
package exit

import (
	"errors"
	"fmt"

	"github.com/latchkey-dev/latchkey/fn"
)

// Exit codes of the program. A script can tell "fix your manifest" (1) from "fix your command line" (2), and both from
// a fault of the machine or of Latchkey itself (3).
const (
	// OK says that there are no errors. There may be warnings.
	OK = fn.ExitOK
	// Problems says that the input has errors; standard error lists them.
	Problems = fn.ExitProblems
	// Usage says that the command line is wrong.
	Usage = 2
	// Internal says that reading or writing failed for a reason that no change of the input can remove.
	Internal = fn.ExitInternal
	// Missing says that runs of a study are missing, and that nothing else is wrong: "report --check" alone ends so.
	Missing = 4
	// Interrupted says that the user has stopped "logs --wait" or "study run", as a shell says it of any program.
	Interrupted = 130
)

// A coded error chooses the exit code.
type coded struct {
	error
	code int
}

func (c coded) Unwrap() error { return c.error }

// with gives an error a code. No error stays none.
func with(code int, err error) error {
	if err == nil {
		return nil
	}
	return coded{err, code}
}

// BadUsage returns an error for a mistake on the command line, or nil for nil.
func BadUsage(err error) error { return with(Usage, err) }

// Usagef is [BadUsage] with a message.
func Usagef(format string, args ...any) error { return BadUsage(fmt.Errorf(format, args...)) }

// BadInput returns an error for a problem of the input that is not about an object, such as a missing file, or nil for nil.
func BadInput(err error) error { return with(Problems, err) }

// Inputf is [BadInput] with a message.
func Inputf(format string, args ...any) error { return BadInput(fmt.Errorf(format, args...)) }

// Silently returns an error that ends the program with a code and without a message, because all is printed already. [OK]
// is not an error.
func Silently(code int) error {
	if code == OK {
		return nil
	}
	return coded{errSilent, code}
}

var errSilent = errors.New("all is printed already")

// IsSilent tells whether nothing is to be printed of an error.
func IsSilent(err error) bool { return errors.Is(err, errSilent) }

// Code returns the exit code for the error of a command.
func Code(err error) int {
	var chosen coded
	switch {
	case err == nil:
		return OK
	case errors.As(err, &chosen):
		return chosen.code
	default:
		return Internal
	}
}
