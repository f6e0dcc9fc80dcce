package v1

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
)

// The values that an API server fills in. They say nothing, so they deserve no warning.
const (
	defaultTitle        = "Vote Now!"
	defaultResultsTitle = "Results"
)

// Default does nothing: all that counts in a VoteConfig has to be said.
func (*VoteConfig) Default() {}

// ConvertTo returns the VoteConfig that generators know. It shares nothing with the receiver.
func (v *VoteConfig) ConvertTo() *v1alpha1.VoteConfig {
	return &v1alpha1.VoteConfig{
		TypeMeta:   v.TypeMeta,
		ObjectMeta: *v.ObjectMeta.DeepCopy(),
		Spec:       *v.Spec.VoteConfigSpec.DeepCopy(),
	}
}

// Validate warns of what has no effect. The rest is judged after the conversion.
func (v *VoteConfig) Validate(latchkey.Options) (errs, warnings field.ErrorList) {
	var f findings.Findings
	warnOfTitle(&f, field.NewPath("spec", "title"), v.Spec.Title, defaultTitle)
	warnOfTitle(&f, field.NewPath("spec", "resultsTitle"), v.Spec.ResultsTitle, defaultResultsTitle)
	return f.Errors, f.Warnings
}

func warnOfTitle(f *findings.Findings, at *field.Path, title, usual string) {
	if title != "" && title != usual {
		f.Warn(at, title, "%q has no effect, since options.txt holds the options alone: configure titles where the pages are made", title)
	}
}
