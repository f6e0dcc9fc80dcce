package report

import (
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/cli/internal/studies"
	"github.com/latchkey-dev/latchkey/internal/report"
)

// checkStudy says what is wrong with --check and the forms that need it.
func (o *options) checkStudy() error {
	judged := o.form == junit
	switch {
	case o.check && o.study == "":
		if kept := studies.AllKept(o.paths...); len(kept) > 1 {
			return exit.Usagef("--check needs one Study, and the results have %d, %s: check each folder by itself, or name the file of one with --study", len(kept), strings.Join(kept, ", "))
		}
		return exit.Usagef("--check needs a Study, and the results have none: give the file with the Study to --study")
	case judged && !o.check:
		return exit.Usagef("-o %s writes what --check judges: give --check too", junit)
	case o.check && o.All:
		return exit.Usagef("--check judges only completed runs: remove --all")
	case o.study == input.Stdin && slices.Contains(o.paths, input.Stdin):
		return exit.Usagef("standard input can be the logs or the study: name a file for one of them")
	}
	return nil
}

// codes are the exit codes of --check.
var codes = map[report.Verdict]int{report.Inside: exit.OK, report.Outside: exit.Problems, report.Lacking: exit.Missing}
