package cli

import "github.com/latchkey-dev/latchkey/cli/internal/exit"

// Exit codes of the program: no error, errors in the input, a wrong command line, and a fault of the machine or of Latchkey.
const (
	ExitOK       = exit.OK
	ExitProblems = exit.Problems
	ExitUsage    = exit.Usage
	ExitInternal = exit.Internal
)
