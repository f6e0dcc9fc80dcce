package report

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"k8s.io/utils/ptr"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/cli/internal/results"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators/study"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// readStudy reads the Study of --study: a file, a folder, or - for standard input. Its sources need not be there.
func (o *options) readStudy() (*report.Study, error) {
	reader := input.Reader{Stdin: o.Stdin}
	files, found, err := reader.Read([]string{o.study}, "")
	list, unread := &fn.ResourceList{}, fn.Results{}
	for _, file := range files {
		items, problems := fn.ParseDocuments(file.Name, file.Data)
		unread = append(unread, problems...)
		for _, item := range items {
			if item.Kind == latchkey.StudyKind && item.Group() == latchkey.GroupVersion.Group {
				list.Items = append(list.Items, item)
			}
		}
	}
	objects, more := fn.Resolve(list, fn.Settings{Kinds: o.Kinds})
	if found = append(found, more...); len(objects) == 0 {
		found = append(found, unread...) // one of these may be the study
	}
	results.Print(o.Program, found)
	switch {
	case err != nil:
		return nil, err
	case fn.HasErrors(found):
		return nil, exit.Silently(exit.Problems)
	case len(objects) == 0:
		return nil, exit.Inputf("--study %s: there is no Study: name its file", o.study)
	case len(objects) > 1:
		return nil, exit.Inputf("--study %s: there are several: %s. Name the file of one", o.study, namesOf(objects))
	}
	return newStudy(objects[0].(*latchkey.Study)), nil
}

// keptStudy returns the Study that is in the folders of results, as "study run" keeps it, or "" if there is none or several.
func (o *options) keptStudy() string {
	var found []string
	for _, path := range o.paths {
		entries, _ := os.ReadDir(path) // most paths that cannot be read are files of logs
		for _, entry := range entries {
			if !strings.HasSuffix(entry.Name(), runs.StudyEnd) {
				continue
			}
			name := filepath.Join(path, entry.Name())
			if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() { // to open a pipe would wait for ever
				found = append(found, name)
			}
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// miniCluster is the kind of sources to which others can be attached.
const miniCluster = "MiniCluster"

// newStudy returns what a valid study wants of its runs.
func newStudy(s *latchkey.Study) *report.Study {
	out := &report.Study{
		Name: s.Name, Count: int(*s.Spec.Repeat.Count), Discard: int(s.Spec.Repeat.Discard),
		Follows: func(parameter string) []string { return study.Follows(s, parameter) },
	}
	if scaling := s.Spec.Scaling; scaling != nil {
		out.Over, out.Scaling = scaling.Over, report.Scaling(strings.ToLower(scaling.Kind))
	}
	cells, _, _ := study.Cells(s)
	hasCluster := slices.ContainsFunc(s.Spec.Sources, func(source latchkey.StudySource) bool { return source.Kind == miniCluster })
	for _, cell := range cells {
		for _, source := range s.Spec.Sources {
			out.Cells = append(out.Cells, report.Planned{
				Source: source.Name, Optional: hasCluster && source.Kind != miniCluster, Hash: cell.Hash(), Values: cell.Values,
			})
		}
	}
	for _, figure := range s.Spec.Figures {
		expected := report.Expected{Name: figure.Name}
		for _, reference := range figure.Reference {
			expected.References = append(expected.References, newReference(reference))
		}
		out.Figures = append(out.Figures, expected)
	}
	return out
}

func newReference(r latchkey.StudyReference) report.Reference {
	least, greatest := r.Range()
	out := report.Reference{
		Where: map[string]string{}, Value: r.Value.Float(), Least: ptr.Deref(least, math.Inf(-1)), Greatest: ptr.Deref(greatest, math.Inf(1)),
	}
	for name, value := range r.Where {
		out.Where[name] = string(value)
	}
	return out
}

// checkStudy says what is wrong with --check and the forms that need it.
func (o *options) checkStudy() error {
	judged := o.form == junit
	switch {
	case o.check && o.study == "":
		return exit.Usagef("--check needs one study, and the results have none or several: name its file with --study")
	case judged && !o.check:
		return exit.Usagef("-o %s writes what --check judges: give --check too", junit)
	case o.check && o.All:
		return exit.Usagef("--check judges only completed runs: leave --all out")
	case o.study == input.Stdin && slices.Contains(o.paths, input.Stdin):
		return exit.Usagef("standard input can be the logs or the study: name a file for one of them")
	}
	return nil
}

// codes are the exit codes of --check.
var codes = map[report.Verdict]int{report.Inside: exit.OK, report.Outside: exit.Problems, report.Lacking: exit.Missing}

func namesOf[T interface{ GetName() string }](objects []T) string {
	var names []string
	for _, object := range objects {
		names = append(names, object.GetName())
	}
	return strings.Join(names, ", ")
}
