// Package studies reads a Study for commands that judge its results.
package studies

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"k8s.io/utils/ptr"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators/study"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// Read reads the only Study of a path: a file, a folder, or - for standard input. Its sources need not be there. Messages name the path as
// that of --study.
func Read(p *program.Program, path string) (*latchkey.Study, error) {
	reader := input.Reader{Stdin: p.Stdin}
	files, found, err := reader.Read([]string{path}, "")
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
	objects, more := fn.Resolve(list, fn.Settings{Kinds: p.Kinds})
	if found = append(found, more...); len(objects) == 0 {
		found = append(found, unread...) // one of these may be the study
	}
	p.PrintFindings(found)
	switch {
	case err != nil:
		return nil, err
	case fn.HasErrors(found):
		return nil, exit.Silently(exit.Problems)
	case len(objects) == 0:
		return nil, exit.Inputf("--study %s: no Study is in it: give the file with the Study", path)
	case len(objects) > 1:
		return nil, exit.Inputf("--study %s: there are several Studies, %s: name the file of one", path, namesOf(objects))
	}
	return asRun(objects[0].(*latchkey.Study), path), nil
}

// asRun gives a study that is kept with its results the name under which it ran, which is that of its file: in the file it has the name of
// before "study run --suffix". The sets are called after their sources with the same suffix.
func asRun(s *latchkey.Study, path string) *latchkey.Study {
	name, kept := strings.CutSuffix(filepath.Base(path), runs.StudyEnd)
	suffix, same := strings.CutPrefix(name, s.Name)
	if kept && same {
		s.Name = name
		for i := range s.Spec.Sources {
			s.Spec.Sources[i].Name += suffix
		}
	}
	return s
}

// Kept returns the file with the Study that is in folders of results, as "study run" keeps it, or "" if there is none or several.
func Kept(paths ...string) string {
	if found := AllKept(paths...); len(found) == 1 {
		return found[0]
	}
	return ""
}

// AllKept returns the files with Studies that are in folders of results.
func AllKept(paths ...string) (found []string) {
	for _, path := range paths {
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
	return found
}

// Figures returns the figures that a valid study defines by patterns, in the form of the option --figure.
func Figures(s *latchkey.Study) (texts []string) {
	for _, f := range s.Spec.Figures {
		if f.Pattern == "" {
			continue
		}
		words := []string{strings.TrimPrefix(f.Name, study.OwnFigure) + "=" + f.Pattern, strings.ToLower(f.Better)}
		if f.Unit != "" {
			words = append(words, f.Unit)
		}
		texts = append(texts, strings.Join(append(words, strings.ToLower(cmp.Or(f.Take, "Last"))), ", "))
	}
	return texts
}

// miniCluster is the kind of sources to which others can be attached.
const miniCluster = "MiniCluster"

// Plan returns what a valid study wants of its runs.
func Plan(s *latchkey.Study) *report.Study {
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

// Interval returns a mean with its 95 % interval to two significant digits, and the number of runs: "12.3 ± 0.4 (3)".
func Interval(s report.Stats) string {
	switch {
	case s.N == 0:
		return "-"
	case !report.Known(s.Half):
		return fmt.Sprintf("%s (%d)", report.Short(s.Mean), s.N)
	}
	half, _ := strconv.ParseFloat(strconv.FormatFloat(s.Half, 'g', 2, 64), 64) // a number that was just written
	return fmt.Sprintf("%s ± %s (%d)", report.Short(s.Mean), report.Short(half), s.N)
}

func namesOf[T interface{ GetName() string }](objects []T) string {
	var names []string
	for _, object := range objects {
		names = append(names, object.GetName())
	}
	return strings.Join(names, ", ")
}
