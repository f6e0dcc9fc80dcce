package options_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
)

type shared struct {
	Deep bool `option:"deep" alias:"old-deep" meta:"-"`
}

// sample has an option of each type, and each tag.
type sample struct {
	Text  string            `option:"text" help:"a text" required:"true"`
	Mode  string            `option:"mode" values:"fast,slow"`
	Count int               `option:"count" help:"how many" min:"1"`
	List  []string          `option:"list" meta:"lists"`
	Map   map[string]string `option:"map"`
	shared
	hidden string
}

type (
	Value  = v1alpha2.OptionValue
	Values = map[string]Value
)

var at = field.NewPath("metric")

func TestDecode(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		written  options.Written
		want     sample
		problems []string
	}{
		"everything": {
			written: options.Written{
				Options:     Values{"text": "a", "mode": "slow", "count": "7", "deep": "Yes"},
				ListOptions: map[string][]Value{"list": {"1", "b"}},
				MapOptions:  map[string]Values{"map": {"k": "2"}},
			},
			want: sample{Text: "a", Mode: "slow", Count: 7, List: []string{"1", "b"}, Map: map[string]string{"k": "2"}, shared: shared{Deep: true}},
		},
		"an empty list replaces the default": {
			written: options.Written{Options: Values{"text": "a"}, ListOptions: map[string][]Value{"list": {}}},
			want:    sample{Text: "a", Mode: "fast", Count: 2, List: []string{}},
		},
		"an older name": {
			written:  options.Written{Options: Values{"text": "a", "old-deep": "true"}},
			want:     sample{Text: "a", Mode: "fast", Count: 2, List: []string{"x"}, shared: shared{Deep: true}},
			problems: []string{"warning metric.options.old-deep: old-deep is an older name of deep: use that one"},
		},
		"nothing": {
			want:     sample{Mode: "fast", Count: 2, List: []string{"x"}},
			problems: []string{"metric.options.text: it is missing: write it (a text)"},
		},
		"wrong everywhere": {
			written: options.Written{
				Options:     Values{"text": "a\x00", "mode": "Fast", "count": "0", "deep": "1", "list": "a", "xyzzy": "a"},
				ListOptions: map[string][]Value{"list": {"a", "\x00"}},
				MapOptions:  map[string]Values{"map": {"k": "\x00"}},
			},
			want: sample{Mode: "fast", Count: 2, List: []string{"x"}},
			problems: []string{
				"metric.options.count: 0 is too small: use 1 or more (how many)",
				"metric.options.deep: 1 is a number: use true or false",
				"metric.options.list: unknown field: it belongs under listOptions",
				`metric.options.mode: "Fast" is unknown: choose one of "fast", "slow"`,
				"metric.options.text: the character U+0000 is in it, which a server-side apply refuses: remove it",
				`metric.options.xyzzy: unknown field: choose one of "count", "deep", "mode", "text"`,
				"metric.listOptions.list[1]: the character U+0000 is in it, which a server-side apply refuses: remove it",
				"metric.mapOptions.map[k]: the character U+0000 is in it, which a server-side apply refuses: remove it",
			},
		},
		"numbers that are none": {
			written:  options.Written{Options: Values{"text": "a", "count": "99999999999"}},
			want:     sample{Text: "a", Mode: "fast", Count: 2, List: []string{"x"}},
			problems: []string{`metric.options.count: 99999999999 is out of range: use a whole number from -2147483648 to 2147483647`},
		},
		"a number that is too small": {
			written:  options.Written{Options: Values{"text": "a", "count": "-99999999999"}},
			want:     sample{Text: "a", Mode: "fast", Count: 2, List: []string{"x"}},
			problems: []string{`metric.options.count: -99999999999 is out of range: use a whole number from -2147483648 to 2147483647`},
		},
		"a blank in place of a text": {
			written:  options.Written{Options: Values{"text": " "}},
			want:     sample{Mode: "fast", Count: 2, List: []string{"x"}},
			problems: []string{"metric.options.text: it is missing: write it (a text)"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := sample{Mode: "fast", Count: 2, List: []string{"x"}}
			p := options.Decode(test.written, &got, at)
			var problems []string
			for _, err := range p.Errors {
				problems = append(problems, err.Field+": "+err.Detail)
			}
			for _, warning := range p.Warnings {
				problems = append(problems, "warning "+warning.Field+": "+warning.Detail)
			}
			if diff := cmp.Diff(test.problems, problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(sample{})); diff != "" {
				t.Errorf("options (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	want := []string{
		"text in options: text, a text, default \"\", required true", "mode in options: text, , default \"fast\", required false",
		"count in options: whole number, how many, default \"2\", required false", "list in listOptions: list of text, , default \"[\\\"x\\\"]\", required false",
		"map in mapOptions: mapping of names to text, , default \"\", required false", "deep in options: true or false, , default \"false\", required false",
	}
	var got []string
	for _, o := range options.Describe(&sample{Mode: "fast", Count: 2, List: []string{"x"}, hidden: "no option"}) {
		got = append(got, fmt.Sprintf("%s in %s: %s, %s, default %q, required %t", o.Name, o.List(), o.Schema.Kind(), o.Schema.Description, o.Default(), o.Required))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	single, lists := options.Metadata(&sample{Text: "a", Count: 3, List: []string{"b"}, Map: map[string]string{"c": "d"}, shared: shared{Deep: true}})
	if diff := cmp.Diff(map[string]any{"text": "a", "mode": "", "count": 3}, single); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string][]string{"list": {"b"}, "lists": {"b"}}, lists); diff != "" {
		t.Errorf("lists (-want +got):\n%s", diff)
	}
}
