// Package results prints findings, for people and for programs.
package results

import (
	"fmt"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/fn"
)

// Print prints findings for people, one on each line of standard error.
func Print(p *program.Program, results fn.Results) {
	for _, result := range results {
		fmt.Fprintln(p.Stderr, fn.Line(result))
	}
}
