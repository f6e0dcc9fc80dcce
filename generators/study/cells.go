package study

import (
	"fmt"
	"go/constant"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// maxCells is the number of cells that are looked at before some are excluded.
const maxCells = 100_000

// A Cell is one combination of values.
type Cell struct {
	// Values are the values of all parameters, by the names of the parameters.
	Values map[string]string
}

// Hash identifies the values of the cell. It does not depend on other cells.
func (c Cell) Hash() string { return workload.DataHash(c.Values) }

// String returns the values as "affinity=off nodes=2".
func (c Cell) String() string {
	var words []string
	for _, name := range findings.SortedKeys(c.Values) {
		words = append(words, name+"="+c.Values[name])
	}
	return strings.Join(words, " ")
}

// Has tells whether the cell has all of some values.
func (c Cell) Has(values map[string]latchkey.StudyValue) bool {
	for name, value := range values {
		if c.Values[name] != string(value) {
			return false
		}
	}
	return true
}

// Cells returns the cells of a study and those that it excludes. The parameters change in the order of their names, the last
// one first, and values come in the order of the study. The study must have its defaults, and each parameter must have values. With
// errors there are no cells.
func Cells(s *latchkey.Study) (cells, excluded []Cell, errs field.ErrorList) {
	all, errs := allCells(s)
	if len(errs) > 0 {
		return nil, nil, errs
	}
	for _, cell := range all {
		if cell.isExcluded(s) {
			excluded = append(excluded, cell)
		} else {
			cells = append(cells, cell)
		}
	}
	return cells, excluded, nil
}

// isExcluded tells whether the study leaves the cell out. An entry without values leaves out nothing.
func (c Cell) isExcluded(s *latchkey.Study) bool {
	return slices.ContainsFunc(s.Spec.Exclude, func(values map[string]latchkey.StudyValue) bool { return len(values) > 0 && c.Has(values) })
}

// An axis is parameters that change together, with their values.
type axis struct {
	names []string
	rows  [][]latchkey.StudyValue
}

// Follows returns the parameters that change when a parameter does: the parameters of the same zip, and all that are calculated. A
// calculated parameter changes with the ones in its arithmetic.
func Follows(s *latchkey.Study, parameter string) (names []string) {
	from := append(namesIn(string(s.Spec.Parameters[parameter].Value)), parameter)
	for _, axis := range axesOf(s) {
		if slices.ContainsFunc(axis.names, func(name string) bool { return slices.Contains(from, name) }) {
			names = append(names, axis.names...)
		}
	}
	for _, name := range findings.SortedKeys(s.Spec.Parameters) {
		if s.Spec.Parameters[name].Value != "" {
			names = append(names, name)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == parameter })
}

func axesOf(s *latchkey.Study) []axis {
	var axes []axis
	for _, name := range findings.SortedKeys(s.Spec.Parameters) {
		if values := s.Spec.Parameters[name].Values; len(values) > 0 {
			one := axis{names: []string{name}}
			for _, value := range values {
				one.rows = append(one.rows, []latchkey.StudyValue{value})
			}
			axes = append(axes, one)
		}
	}
	for _, zip := range s.Spec.Zip {
		axes = append(axes, axis{zip.Parameters, zip.Values})
	}
	slices.SortStableFunc(axes, func(a, b axis) int { return strings.Compare(slices.Min(a.names), slices.Min(b.names)) })
	return axes
}

// allCells returns the cells before any is excluded.
func allCells(s *latchkey.Study) ([]Cell, field.ErrorList) {
	cells := []Cell{{Values: map[string]string{}}}
	for _, axis := range axesOf(s) {
		if len(cells)*len(axis.rows) > maxCells {
			return nil, field.ErrorList{field.Forbidden(parametersPath, fmt.Sprintf(
				"they have more than %d combinations before any is excluded: use fewer values, or several studies", maxCells))}
		}
		var next []Cell
		for _, cell := range cells {
			for _, row := range axis.rows {
				values := maps.Clone(cell.Values)
				for i, name := range axis.names {
					values[name] = string(row[i])
				}
				next = append(next, Cell{values})
			}
		}
		cells = next
	}
	var f findings.Findings
	for _, name := range findings.SortedKeys(s.Spec.Parameters) {
		if s.Spec.Parameters[name].Value == "" {
			continue
		}
		for _, cell := range cells {
			_, err := valueOf(s, cell, name, nil)
			if err != nil && !cell.isExcluded(s) {
				f.Invalid(parametersPath.Key(name).Child("value"), string(s.Spec.Parameters[name].Value), "%v (%s)", err, cell)
				break
			}
		}
	}
	return cells, f.Errors
}

// valueOf returns the value of a parameter in a cell, as a number, and keeps it there. above are the parameters that are being
// calculated.
func valueOf(s *latchkey.Study, cell Cell, name string, above []string) (int64, error) {
	if value, known := cell.Values[name]; known {
		number, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%q has the value %q, which is not an integer: leave it out of the arithmetic", name, value)
		}
		return number, nil
	}
	if at := slices.Index(above, name); at >= 0 {
		return 0, fmt.Errorf("%q follows from itself: write values for one of %s", name, strings.Join(above[at:], ", "))
	}
	number, err := evaluate(string(s.Spec.Parameters[name].Value), func(other string) (constant.Value, error) {
		if _, known := s.Spec.Parameters[other]; !known {
			return nil, fmt.Errorf("%q is not a parameter: %s", other, suggest.Remedy(other, findings.SortedKeys(s.Spec.Parameters)))
		}
		number, err := valueOf(s, cell, other, append(slices.Clone(above), name))
		return constant.MakeInt64(number), err
	})
	if err == nil {
		cell.Values[name] = strconv.FormatInt(number, 10)
	}
	return number, err
}
