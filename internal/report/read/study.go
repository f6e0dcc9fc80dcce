package read

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// Labels and annotations of the runs of studies. Users also put other runs together with the first one.
const (
	studyLabel       = "latchkey.dev/study"
	cellLabel        = "latchkey.dev/cell"
	runLabel         = "latchkey.dev/run"
	parametersOfCell = "latchkey.dev/parameters"
	renderedOfRun    = "latchkey.dev/rendered"
)

// runInside is the form of the names of the runs of a cell that are jobs of one set; see generators/minicluster/scripts/repeat.sh.
var runInside = regexp.MustCompile(`^run-[0-9]+$`)

// fromStudy takes over which run of a study a set is.
func fromStudy(run *report.Run, set *runs.Set) {
	place := report.Place{Study: set.Labels[studyLabel], Cell: set.Labels[cellLabel]}
	if json.Unmarshal([]byte(set.Annotations[parametersOfCell]), &place.Parameters) != nil || place.Study == "" {
		return
	}
	number := set.Labels[runLabel]
	if number == "" && run.Job != nil { // all runs of the cell are inside the set
		number = strings.TrimPrefix(run.Job.Name, "run-")
	}
	place.Number, _ = strconv.Atoi(number)
	run.Place = &place
	source, _, _ := strings.Cut(set.Name, "-"+place.Cell)
	setFact(run, report.FactSource, source)
	setFact(run, report.FactRendered, set.Annotations[renderedOfRun])
	for name, value := range place.Parameters {
		run.Facts[report.FactOf(name)] = value // which may be ""
	}
}
