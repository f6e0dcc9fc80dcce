package study_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/study"
)

func Example() {
	s := &latchkey.Study{Spec: latchkey.StudySpec{
		Parameters: map[string]latchkey.StudyParameter{
			"nodes": {Values: []latchkey.StudyValue{"1", "2"}},
			"tasks": {Value: "nodes * 96"},
		},
	}}
	study.Default(s)
	cells, _, _ := study.Cells(s)
	for _, cell := range cells {
		fmt.Println(cell.Hash(), cell)
	}
	// Output:
	// 110a9a8f nodes=1 tasks=96
	// 2e2fd4e0 nodes=2 tasks=192
}

// TestCells wants the order of the parameters' names and of the values, what is excluded apart, and values of zip together.
func TestCells(t *testing.T) {
	t.Parallel()
	s := &latchkey.Study{Spec: latchkey.StudySpec{
		Parameters: map[string]latchkey.StudyParameter{
			"nodes": {}, "zones": {}, "a": {Values: []latchkey.StudyValue{"y", "x"}}, "half": {Value: "nodes / 2"},
		},
		Zip:     []latchkey.StudyZip{{Parameters: []string{"zones", "nodes"}, Values: [][]latchkey.StudyValue{{"64,64", "4"}, {"64,32", "2"}}}},
		Exclude: []map[string]latchkey.StudyValue{{"a": "x", "half": "2"}},
	}}
	study.Default(s)
	cells, excluded, errs := study.Cells(s)
	var got []string
	for _, cell := range append(cells, excluded...) {
		got = append(got, cell.String())
	}
	want := []string{
		"a=y half=2 nodes=4 zones=64,64", "a=y half=1 nodes=2 zones=64,32", "a=x half=1 nodes=2 zones=64,32",
		"a=x half=2 nodes=4 zones=64,64",
	}
	if diff := cmp.Diff(want, got); diff != "" || len(excluded) != 1 || len(errs) > 0 {
		t.Errorf("%d excluded, errors %v, cells (-want +got):\n%s", len(excluded), errs, diff)
	}
}

// TestCalculated wants each value to be calculated once, the names of a circle without those that lead to it, and no error
// about cells that are excluded.
func TestCalculated(t *testing.T) {
	t.Parallel()
	chain := map[string]latchkey.StudyParameter{"p60": {Values: []latchkey.StudyValue{"0"}}}
	for at := range 60 {
		next := fmt.Sprintf("p%02d", at+1)
		chain[fmt.Sprintf("p%02d", at)] = latchkey.StudyParameter{Value: latchkey.StudyValue(next + " + " + next)}
	}
	for name, row := range map[string]struct {
		spec latchkey.StudySpec
		want []string
	}{
		"a chain":  {spec: latchkey.StudySpec{Parameters: chain}},
		"a circle": {latchkey.StudySpec{Parameters: map[string]latchkey.StudyParameter{"a": {Value: "b"}, "b": {Value: "b + 1"}}}, []string{"write values for one of b (", "write values for one of b ("}},
		"an excluded cell": {spec: latchkey.StudySpec{
			Parameters: map[string]latchkey.StudyParameter{"a": {Values: []latchkey.StudyValue{"0", "1"}}, "b": {Value: "1 / a"}},
			Exclude:    []map[string]latchkey.StudyValue{{"a": "0"}},
		}},
	} {
		s := &latchkey.Study{Spec: row.spec}
		study.Default(s)
		_, _, errs := study.Cells(s)
		if len(errs) != len(row.want) {
			t.Errorf("%s: errors %v", name, errs)
			continue
		}
		for at, want := range row.want {
			if !strings.Contains(errs[at].Detail, want) {
				t.Errorf("%s: %v, want %q", name, errs[at], want)
			}
		}
	}
}

func TestTooManyCells(t *testing.T) {
	t.Parallel()
	s := &latchkey.Study{Spec: latchkey.StudySpec{Parameters: map[string]latchkey.StudyParameter{}}}
	for _, name := range []string{"a", "b", "c"} {
		var values []latchkey.StudyValue
		for value := range 50 {
			values = append(values, latchkey.StudyValue(fmt.Sprint(value)))
		}
		s.Spec.Parameters[name] = latchkey.StudyParameter{Values: values}
	}
	study.Default(s)
	if cells, _, errs := study.Cells(s); len(cells) > 0 || len(errs) != 1 || !strings.Contains(errs[0].Detail, "more than 100000 combinations") {
		t.Errorf("%d cells, errors %v", len(cells), errs)
	}
}
