package apitest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

// object has one field of each shape.
type object struct {
	metav1.TypeMeta `json:",inline"`
	Name            string                       `json:"name"`
	Size            *int32                       `json:"size"`
	Items           []item                       `json:"items"`
	Limits          map[string]resource.Quantity `json:"limits"`
	ByName          map[string]item              `json:"byName"`
	Hidden          string                       `json:"-"`
}

type item struct {
	On bool `json:"on"`
}

func TestFill(t *testing.T) {
	t.Parallel()
	var got, zeros object
	apitest.Fill(&got)
	want := object{
		TypeMeta: metav1.TypeMeta{Kind: "x", APIVersion: "x"},
		Name:     "x",
		Size:     new(int32(7)),
		Items:    []item{{On: true}},
		Limits:   map[string]resource.Quantity{"x": resource.MustParse("7")},
		ByName:   map[string]item{"x": {On: true}},
		Hidden:   "x",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Fill differs (-want +got):\n%s", diff)
	}
	apitest.FillZeros(&zeros)
	want.Size = new(int32(0))
	if diff := cmp.Diff(want, zeros); diff != "" {
		t.Errorf("FillZeros differs (-want +got):\n%s", diff)
	}
}

func TestFillSomeAsksOfEachField(t *testing.T) {
	t.Parallel()
	var got object
	asked := 0
	apitest.FillSome(&got, func() bool { asked++; return asked == 2 })
	if diff := cmp.Diff(object{Name: "x"}, got); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
	if asked != 7 {
		t.Errorf("asked %d times of 7 fields", asked)
	}
}
