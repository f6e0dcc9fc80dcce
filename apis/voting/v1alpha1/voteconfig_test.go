package v1alpha1_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/apitest"
)

func Example() {
	vote := v1alpha1.VoteConfig{ObjectMeta: metav1.ObjectMeta{Name: "pets"}}
	vote.Spec.Options = []v1alpha1.Option{
		{ID: "a", Label: "Cats", Color: "#FF6B6B"},
		{ID: "a", Label: "Dogs", Color: "blue"},
	}
	problems, _ := vote.Validate(latchkey.Options{})
	for _, problem := range problems {
		fmt.Println(problem.Field+":", problem.Detail)
	}
	// Output:
	// spec.options[1].id: "a" is the id of option 1 already: choose another letter
	// spec.options[1].color: "blue" is no color: use "#" and six hexadecimal digits in quotes, for example "#FF6B6B"
}

// options returns n options.
func options(n int) []v1alpha1.Option {
	all := make([]v1alpha1.Option, n)
	for i := range all {
		all[i] = v1alpha1.Option{ID: string(rune('a' + i)), Label: fmt.Sprint("Option ", i), Color: "#0aF6b9"}
	}
	return all
}

// labelled changes the label of the first option.
func labelled(label string) func(*v1alpha1.VoteConfig) {
	return func(v *v1alpha1.VoteConfig) { v.Spec.Options[0].Label = label }
}

func TestValidate(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 247)
	type change = func(*v1alpha1.VoteConfig)
	for _, row := range []struct {
		name   string
		change change
		want   []string
	}{
		{"two", func(*v1alpha1.VoteConfig) {}, nil},
		{"ten", func(v *v1alpha1.VoteConfig) { v.Spec.Options = options(10) }, nil},
		{
			"none", func(v *v1alpha1.VoteConfig) { v.Spec.Options = nil },
			[]string{"spec.options: there is nothing to vote for: write 2 to 10 options, each with id, label and color"},
		},
		{
			"one", func(v *v1alpha1.VoteConfig) { v.Spec.Options = options(1) },
			[]string{"spec.options: 1 is too few: write 2 options or more"},
		},
		{
			"eleven", func(v *v1alpha1.VoteConfig) { v.Spec.Options = options(11) },
			[]string{"spec.options: 11 are too many: write 10 options or less"},
		},
		{
			"an empty option", func(v *v1alpha1.VoteConfig) { v.Spec.Options[1] = v1alpha1.Option{} },
			[]string{
				"spec.options[1].id: the option has no id: use one lower-case letter, a to z",
				"spec.options[1].label: the option has no label: write 1 to 50 characters",
				`spec.options[1].color: the option has no color: use "#" and six hexadecimal digits in quotes, for example "#FF6B6B" (without quotes "#" begins a comment)`,
			},
		},
		{
			"a capital id", func(v *v1alpha1.VoteConfig) { v.Spec.Options[0].ID = "A" },
			[]string{`spec.options[0].id: "A" is no id: use one lower-case letter, a to z`},
		},
		{
			"two letters", func(v *v1alpha1.VoteConfig) { v.Spec.Options[0].ID = "ab" },
			[]string{`spec.options[0].id: "ab" is no id: use one lower-case letter, a to z`},
		},
		{
			"an id with a line break", func(v *v1alpha1.VoteConfig) { v.Spec.Options[0].ID = "a\n" },
			[]string{`spec.options[0].id: "a\n" is no id: use one lower-case letter, a to z`},
		},
		{
			"a short color", func(v *v1alpha1.VoteConfig) { v.Spec.Options[0].Color = "#FFF" },
			[]string{`spec.options[0].color: "#FFF" is no color: use "#" and six hexadecimal digits in quotes, for example "#FF6B6B"`},
		},
		{"a label of fifty letters that are no ASCII", labelled(strings.Repeat("ß", 50)), nil},
		{"a label of spaces and quotes", labelled(` "it's" `), nil},
		{
			"a long label", labelled(strings.Repeat("x", 51)),
			[]string{"spec.options[0].label: the label has 51 characters: use 50 or less"},
		},
		{
			"a label of two lines", labelled("a\nb:c:#000000"),
			[]string{
				"spec.options[0].label: the label has a line break or another control character, and an option is one line: remove it",
				`spec.options[0].label: "a\nb:c:#000000" has a ":", at which readers of id:label:color split: use " -" or another character`,
			},
		},
		{
			"a label with a line separator", labelled("a\u2028b"),
			[]string{"spec.options[0].label: the label has a line break or another control character, and an option is one line: remove it"},
		},
		{"the longest name", func(v *v1alpha1.VoteConfig) { v.Name = long[1:] }, nil},
		{
			"too long a name", func(v *v1alpha1.VoteConfig) { v.Name = long },
			[]string{`metadata.name: "` + long + `" is too long: "` + long + `-config", the name of the ConfigMap, has 254 characters and may have 253: use a name shorter by 1`},
		},
		{
			"a wrong name", func(v *v1alpha1.VoteConfig) { v.Name = "Pets" },
			[]string{`metadata.name: "Pets" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			vote := &v1alpha1.VoteConfig{ObjectMeta: metav1.ObjectMeta{Name: "pets"}}
			vote.Spec.Options = options(2)
			row.change(vote)
			vote.Default()
			before := vote.DeepCopy()
			errs, warnings := vote.Validate(latchkey.Options{})
			got := apitest.Messages(append(errs, warnings...)...)
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, vote); diff != "" {
				t.Errorf("Validate changed the object (-before +after):\n%s", diff)
			}
		})
	}
}
