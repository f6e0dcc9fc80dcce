package v1alpha1

import (
	"errors"
	"strconv"
)

// StudyScaling says what a speed-up is over: the smallest value of a parameter, for each combination of the others.
type StudyScaling struct {
	// Over is the parameter of the axis. Its values are integers, 1 or more. A parameter that is calculated from it, or
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
	// your own is figure.NAME, with a pattern here or from --figure NAME=EXPRESSION.
	Name string `json:"name"`
	// Pattern finds a figure of your own in all lines of all logs. It is a regular expression of Go (RE2), and its first group is the
	// number, to which k, M, G or T may belong: Throughput:\s+(\S+) unknowns/s.
	Pattern string `json:"pattern,omitempty"`
	// Better says which values of a pattern are better. It is needed with a pattern.
	// +kubebuilder:validation:Enum=Higher;Lower
	Better string `json:"better,omitempty"`
	// Unit is the unit of a pattern, without a comma: unknowns/s. Default none.
	Unit string `json:"unit,omitempty"`
	// Take says which of several values in a run counts. Default Last.
	// +kubebuilder:validation:Enum=First;Last;Min;Max;Mean;Sum
	Take string `json:"take,omitempty"`
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
	if share, ok := r.Below.Share(); ok {
		limit := value - size*share
		least = &limit
	}
	if share, ok := r.Above.Share(); ok {
		limit := value + size*share
		greatest = &limit
	}
	return least, greatest
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
