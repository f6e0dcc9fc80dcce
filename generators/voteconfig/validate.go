package voteconfig

import (
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
)

// maxName is the maximum length of the name of a ConfigMap.
const maxName = 253

// Validate returns all problems of a VoteConfig that its schema does not tell. The options have no influence.
func Validate(vote *v1alpha1.VoteConfig, _ latchkey.Options) (errs, warnings field.ErrorList) {
	var f findings.Findings
	name := field.NewPath("metadata", "name")
	f.Metadata("object", &vote.ObjectMeta)
	if f.Fits(name, vote.Name, configMapName(vote), "the ConfigMap", maxName) {
		f.Obey(name, vote.Name, findings.ObjectName)
	}
	for i, option := range vote.Spec.Options {
		checkLabel(&f, field.NewPath("spec", "options").Index(i).Child("label"), option.Label)
	}
	return f.Errors, f.Warnings
}

// checkLabel is stricter than the operator's CRD, because readers must be able to split the line id:label:color.
func checkLabel(f *findings.Findings, at *field.Path, label string) {
	if strings.ContainsFunc(label, breaksLine) {
		f.InvalidOmitted(at, "the label has a line break or another control character, and an option is one line: remove the character")
	}
	if strings.Contains(label, ":") {
		f.Invalid(at, label, "%q has a \":\", which separates the id, the label and the color of an option: use \" -\" or another character", label)
	}
}

// breaksLine tells whether a reader may end a line at a character. U+2028 and U+2029 are Unicode's own line breaks.
func breaksLine(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
