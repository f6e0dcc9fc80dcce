package generators_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	v1 "github.com/latchkey-dev/latchkey/apis/voting/v1"
	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

func pets() *v1.VoteConfig {
	vote := &v1.VoteConfig{ObjectMeta: metav1.ObjectMeta{Name: "pets", Labels: map[string]string{"a": "b"}}}
	vote.Spec.Options = []v1alpha1.Option{{ID: "a", Label: "Cats", Color: "#FF6B6B"}, {ID: "b", Label: "Dogs", Color: "#4ECDC4"}}
	return vote
}

func TestConvertToSharesNothing(t *testing.T) {
	t.Parallel()
	vote := pets()
	converted, _, _ := vote.ConvertTo()
	converted.Labels["a"], converted.Spec.Options[0].Label = "c", "Mice"
	if diff := cmp.Diff(pets(), vote); diff != "" {
		t.Errorf("the original has changed (-before +after):\n%s", diff)
	}
}

func TestTitlesHaveNoEffect(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		title, results string
		want           []string
	}{
		{"", "", nil},
		{"Vote Now!", "Results", nil},
		{"Showdown", "And the winner is...", []string{
			`spec.title: "Showdown" has no effect, since options.txt holds the options alone: configure titles where the pages are made`,
			`spec.resultsTitle: "And the winner is..." has no effect, since options.txt holds the options alone: configure titles where the pages are made`,
		}},
	} {
		vote := pets()
		vote.Spec.Title, vote.Spec.ResultsTitle = row.title, row.results
		_, found, _ := vote.ConvertTo()
		got := apitest.Messages(found.Warnings...)
		if diff := cmp.Diff(row.want, got); diff != "" || len(found.Errors) > 0 {
			t.Errorf("%q, %q: errors %v, warnings (-want +got):\n%s", row.title, row.results, found.Errors, diff)
		}
	}
}
