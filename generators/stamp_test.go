package generators_test

import (
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// TestNil passes no object in every place: nil, and nil pointers of every kind and version.
func TestNil(t *testing.T) {
	t.Parallel()
	nothings := []generators.Object{nil}
	var host generators.Object
	for _, kind := range generators.Kinds() {
		for _, version := range kind.Versions {
			nothings = append(nothings, reflect.Zero(reflect.TypeOf(version.New())).Interface().(generators.Object))
			if kind.Carries() {
				host = version.New()
			}
		}
	}
	for _, nothing := range nothings {
		if objects, errs, _ := generators.Expand(nothing, latchkey.Options{}); len(errs) != 1 || objects != nil {
			t.Errorf("%T: %v, %v", nothing, objects, errs)
		}
		if objects, errs, _ := generators.Expand(host, latchkey.Options{}, nothing); len(errs) == 0 || objects != nil {
			t.Errorf("%T, joining: %v, %v", nothing, objects, errs)
		}
		generators.Stamp(nothing, []runtime.Object{host})
		generators.Stamp(host, []runtime.Object{nothing})
	}
}
