package fn_test

import (
	"slices"
	"strings"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
)

// TestIndependentErrors wants, beside a misspelt option, the errors of sources that remain with every value of any
// option.
func TestIndependentErrors(t *testing.T) {
	t.Parallel()
	sources := inputs(t)
	for name, list := range sources {
		sources[name+" with a long name"] = strings.Replace(list, "\n  name: ", "\n  name: "+strings.Repeat("n", 50), 1)
		sources[name+" with few pods"] = strings.Replace(list, "\n  size: ", "\n  size: 0 # ", 1)
	}
	sources["bursting"] = listOf(strings.Replace(set, "size: 1", "size: 2\n  flux:\n    bursting:\n      leadBroker: {name: a, address: b}\n      hostlist: a-0", 1))
	const placed = "apiVersion: flux-framework.org/v1alpha2\nkind: MetricSet\nmetadata:\n  name: m\n  annotations: {latchkey.dev/placement: lab/rack}\nspec:\n  metrics:\n  - name: io-fio\n"
	sources["a placement"] = listOf(placed)
	sources["a placement in a MiniCluster"] = listOf(strings.Replace(set, "metadata:\n", "metadata:\n  annotations: {latchkey.dev/placement: lab/rack}\n", 1))
	told := 0
	for name, list := range sources {
		errs := errorsOf(t, withConfig(list, options("wrokload: Job")), latchkey.Options{})
		delete(errs, "Latchkey/options spec.wrokload")
		if told += len(errs); len(errs) == 0 {
			continue
		}
		for _, options := range variedOptions() {
			still := errorsOf(t, list, options)
			for place, message := range errs {
				if still[place] == "" {
					t.Errorf("%s: with %+v this holds no more:\n%s: %s", name, options, place, message)
				}
			}
		}
	}
	if told < 10 {
		t.Errorf("%d errors, want more", told)
	}
}

// TestIndependentDuplicates wants two sources of one name to be told beside a misspelt option.
func TestIndependentDuplicates(t *testing.T) {
	t.Parallel()
	list := process(t, withConfig(listOf(set, set), options("wrokload: Job")), fn.Settings{})
	if !slices.ContainsFunc(list.Results, func(r *fn.Result) bool { return strings.HasPrefix(r.Message, "there are two of this name") }) {
		t.Errorf("%v", list.Results)
	}
}

// errorsOf returns the errors of a list under options of the command line, by object and field.
func errorsOf(t testing.TB, list string, options latchkey.Options) map[string]string {
	errs := map[string]string{}
	for _, result := range process(t, list, fn.Settings{Options: options}).Results {
		if result.Severity == "error" && result.Field != nil {
			errs[result.ResourceRef.Kind+"/"+result.ResourceRef.Name+" "+result.Field.Path] = result.Message
		}
	}
	return errs
}

// variedOptions returns the default options, and variants of them with another word for one option.
func variedOptions() []latchkey.Options {
	varied := []latchkey.Options{{CurveSecret: "key"}}
	for _, option := range latchkey.OptionTable() {
		for _, word := range option.Values {
			options, _ := latchkey.OptionsFromStrings(map[string]string{option.Name: word}, latchkey.ConfigMapData)
			varied = append(varied, options)
		}
	}
	return varied
}
