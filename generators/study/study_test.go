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
	s.Default()
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
	s.Default()
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
	s.Default()
	if cells, _, errs := study.Cells(s); len(cells) > 0 || len(errs) != 1 || !strings.Contains(errs[0].Detail, "more than 100000 combinations") {
		t.Errorf("%d cells, errors %v", len(cells), errs)
	}
}
