package cli

import "github.com/latchkey-dev/latchkey/cli/internal/exit"

// Exit codes of the program: no error, errors in the input, a wrong command line, a fault of the machine or of Latchkey,
// missing runs of a study, and an interruption.
const (
	ExitOK          = exit.OK
	ExitProblems    = exit.Problems
	ExitUsage       = exit.Usage
	ExitInternal    = exit.Internal
	ExitMissing     = exit.Missing
	ExitInterrupted = exit.Interrupted
)
