package cli

import (
	"io"
	"os"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	"github.com/latchkey-dev/latchkey/fn"
)

// The colors of places in findings, as escape sequences of terminals (ECMA-48).
const (
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	plain  = "\x1b[0m"
)

// hasColors tells whether output is a terminal that shows colors. NO_COLOR turns them off (no-color.org).
func hasColors(output io.Writer) bool {
	return isTerminal(output) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
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
