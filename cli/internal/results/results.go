// Package results prints findings, for people and for programs.
package results

import (
	"fmt"
	"io"
	"os"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/fn"
)

// The colors of places in findings, as escape sequences of terminals (ECMA-48).
const (
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	plain  = "\x1b[0m"
)

// Print prints findings for people, one on each line of standard error.
func Print(p *program.Program, results fn.Results) {
	line := fn.Line
	if hasColors(p.Stderr) {
		line = colored
	}
	for _, result := range results {
		fmt.Fprintln(p.Stderr, line(result))
	}
}

// hasColors tells whether output is a terminal that shows colors. NO_COLOR turns them off (no-color.org).
func hasColors(output io.Writer) bool {
	return program.IsTerminal(output) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// colored returns the line of a finding with its first part in the color of its severity.
func colored(result *fn.Result) string {
	place, rest, _ := strings.Cut(fn.Line(result), ": ")
	color := red
	if result.Severity == krm.Warning {
		color = yellow
	}
	return color + place + ":" + plain + " " + rest
}
