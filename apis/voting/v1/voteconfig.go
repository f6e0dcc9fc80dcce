package v1

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
)

// The API server's defaults. Users did not write these values, so they get no warning.
const (
	defaultTitle        = "Vote Now!"
	defaultResultsTitle = "Results"
)

// Default does nothing, because no field that counts has a default.
func (*VoteConfig) Default() {}

// ConvertTo returns the VoteConfig that generators know. It shares no memory with the receiver.
func (v *VoteConfig) ConvertTo() *v1alpha1.VoteConfig {
	return &v1alpha1.VoteConfig{
		TypeMeta:   v.TypeMeta,
		ObjectMeta: *v.ObjectMeta.DeepCopy(),
		Spec:       *v.Spec.VoteConfigSpec.DeepCopy(),
	}
}

// Validate warns of fields without effect. The other fields are checked after the conversion.
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
