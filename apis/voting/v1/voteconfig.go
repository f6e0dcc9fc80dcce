package v1

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
)

// The API server's defaults. Users did not write these values, so they get no warning.
const (
	defaultTitle        = "Vote Now!"
	defaultResultsTitle = "Results"
)

// ConvertTo returns the VoteConfig that generators know. It shares no memory with the receiver. found are warnings about fields
// that are left out. All other fields keep their paths.
func (v *VoteConfig) ConvertTo() (converted *v1alpha1.VoteConfig, found findings.Findings, fields findings.Fields) {
	warnOfTitle(&found, field.NewPath("spec", "title"), v.Spec.Title, defaultTitle)
	warnOfTitle(&found, field.NewPath("spec", "resultsTitle"), v.Spec.ResultsTitle, defaultResultsTitle)
	return &v1alpha1.VoteConfig{
		TypeMeta:   v.TypeMeta,
		ObjectMeta: *v.ObjectMeta.DeepCopy(),
		Spec:       *v.Spec.VoteConfigSpec.DeepCopy(),
	}, found, nil
}

func warnOfTitle(f *findings.Findings, at *field.Path, title, usual string) {
	if title != "" && title != usual {
		f.Warn(at, title, "%q has no effect, since options.txt holds the options alone: configure titles where the pages are made", title)
	}
}
