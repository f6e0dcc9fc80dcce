package v1alpha1

import (
	"errors"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// StudyScaling says what a speed-up is over: the smallest value of a parameter, for each combination of the others.
type StudyScaling struct {
	// Over is the parameter of the axis. Its values are whole numbers, 1 or more. A parameter that is calculated from it, or
	// that has its values together with it in zip, follows it.
	Over string `json:"over"`
	// Kind is Strong if the problem is the same at all values, so that ideal is n times the speed on n times the size. It is
	// Weak if the problem grows with the values, so that ideal is the same time. Default Strong.
	// +kubebuilder:default=Strong
	// +kubebuilder:validation:Enum=Strong;Weak
	Kind string `json:"kind,omitempty"`
}

// Kinds of scaling.
const (
	Strong = "Strong"
	Weak   = "Weak"
)

// StudyFigure is a figure of merit, with what is expected of it.
type StudyFigure struct {
	// Name is the kind of the record and the name of the figure: lammps.loop_time. docs/reference/records.md has all of them. A figure of
	// your own is figure.NAME, from --figure NAME=EXPRESSION.
	Name string `json:"name"`
	// Reference are the values that cells should have. All that fit a cell count.
	// +listType=atomic
	Reference []StudyReference `json:"reference,omitempty"`
}

// StudyReference is a value that the mean of the runs of a cell should have.
type StudyReference struct {
	// Where are values of parameters. The reference is for the cells that have all of them. Without any, it is for all cells.
	Where map[string]StudyValue `json:"where,omitempty"`
	// Value is the number, in the unit of the figure. It is not 0.
	Value StudyNumber `json:"value"`
	// Below is how far the mean may be below the value, in percent of it: 10%. Without it, there is no limit.
	Below StudyValue `json:"below,omitempty"`
	// Above is how far the mean may be above the value, likewise. One of the two is needed.
	Above StudyValue `json:"above,omitempty"`
}

// Range returns the least and the greatest value inside the tolerances. nil stands for no limit. The study must be valid.
func (r StudyReference) Range() (least, greatest *float64) {
	value := r.Value.Float()
	size := max(value, -value)
	if share, err := percentage(r.Below); err == nil {
		limit := value - size*share
		least = &limit
	}
	if share, err := percentage(r.Above); err == nil {
		limit := value + size*share
		greatest = &limit
	}
	return least, greatest
}

// percentage returns 0.1 for "10%".
func percentage(v StudyValue) (float64, error) {
	number, found := strings.CutSuffix(string(v), "%")
	share, err := strconv.ParseFloat(number, 64)
	if !found || err != nil || !(share >= 0 && share < 1e6) {
		return 0, errors.New("no percentage")
	}
	return share / 100, nil
}

// StudyNumber is a number as it was written: 138.2 or 1e-6.
//
// +kubebuilder:validation:Type=number
type StudyNumber string

// Float returns the number, or 0.
func (n StudyNumber) Float() float64 {
	value, _ := strconv.ParseFloat(string(n), 64)
	return value
}

// UnmarshalJSON accepts a number.
func (n *StudyNumber) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	if _, err := strconv.ParseFloat(string(data), 64); err != nil {
		return errors.New("write a number without quotes and without a unit, for example 138.2")
	}
	*n = StudyNumber(data)
	return nil
}

// MarshalJSON writes the number as it was written.
func (n StudyNumber) MarshalJSON() ([]byte, error) {
	if n == "" {
		return []byte("null"), nil
	}
	return []byte(n), nil
}

// checkComparison reports what is wrong with discard, scaling and figures, as far as it does not depend on cells.
func (s *Study) checkComparison(f *findings.Findings) {
	if count, discard := *s.Spec.Repeat.Count, s.Spec.Repeat.Discard; discard < 0 || discard >= count && count > 0 {
		f.Invalid(studyDiscard, discard, "%d of %d runs of each cell cannot be discarded: use 0 to %d, or a greater count", discard, count, count-1)
	}
	if scaling := s.Spec.Scaling; scaling != nil {
		f.Choice(studyScaling.Child("kind"), scaling.Kind, Strong, Weak)
		s.checkParameter(f, studyScaling.Child("over"), scaling.Over)
	}
	known := map[string]bool{}
	for i, figure := range s.Spec.Figures {
		at := studyFigures.Index(i)
		switch kind, name, _ := strings.Cut(figure.Name, "."); {
		case kind == "" || name == "":
			f.Invalid(at.Child("name"), figure.Name, "%q is no name of a figure: write the kind of the record, a dot and the figure, for example lammps.loop_time", figure.Name)
		case known[figure.Name]:
			f.Duplicate(at.Child("name"), figure.Name, "%q is there twice: write all references into one of the two", figure.Name)
		}
		known[figure.Name] = true
		for k, reference := range figure.Reference {
			s.checkReference(f, at.Child("reference").Index(k), reference)
		}
	}
}

func (s *Study) checkReference(f *findings.Findings, at *field.Path, reference StudyReference) {
	for _, name := range findings.SortedKeys(reference.Where) {
		s.checkParameter(f, at.Child("where").Key(name), name)
	}
	switch {
	case reference.Value == "":
		f.Required(at.Child("value"), "there is no value: write the number that is expected")
	case reference.Value.Float() == 0:
		f.Invalid(at.Child("value"), string(reference.Value), "a percentage of 0 is 0: write another number, or leave the reference out")
	}
	if reference.Below == "" && reference.Above == "" {
		f.Required(at, "there is no tolerance: write below, above or both, for example above: 5%%")
	}
	checkTolerance(f, at.Child("below"), reference.Below)
	checkTolerance(f, at.Child("above"), reference.Above)
}

func checkTolerance(f *findings.Findings, at *field.Path, tolerance StudyValue) {
	if _, err := percentage(tolerance); tolerance != "" && err != nil {
		f.Invalid(at, string(tolerance), "%q is no percentage: write one such as 10%%", tolerance)
	}
}

// checkParameter reports a name that is no parameter.
func (s *Study) checkParameter(f *findings.Findings, at *field.Path, name string) {
	if _, known := s.Spec.Parameters[name]; !known {
		f.Unknown(at, name, findings.SortedKeys(s.Spec.Parameters), "%q is no parameter: ", name)
	}
}
