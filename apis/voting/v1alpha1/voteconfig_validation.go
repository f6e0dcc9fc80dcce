package v1alpha1

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Paths of fields, for problems.
var (
	namePath    = field.NewPath("metadata", "name")
	optionsPath = field.NewPath("spec", "options")
)

// Limits of the operator's CRD.
const (
	minOptions = 2
	maxOptions = 10
	maxLabel   = 50
)

// maxObjectName is the maximum length of a ConfigMap's name.
const maxObjectName = 253

var (
	oneLetter = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]$`) })
	hexColor  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`) })
)

// Default does nothing, because no field has a default.
func (*VoteConfig) Default() {}

// Validate returns all problems of a VoteConfig. The options have no influence.
func (v *VoteConfig) Validate(latchkey.Options) (errs, warnings field.ErrorList) {
	var f findings.Findings
	f.Metadata(&v.ObjectMeta)
	if f.Fits(namePath, v.Name, v.Name+"-config", "the ConfigMap", maxObjectName) {
		f.Obey(namePath, v.Name, findings.ObjectName)
	}
	checkNumber(&f, len(v.Spec.Options))
	first := map[string]int{}
	for i, option := range v.Spec.Options {
		at := optionsPath.Index(i)
		if checkID(&f, at.Child("id"), option.ID) {
			if earlier, taken := first[option.ID]; taken {
				f.Duplicate(at.Child("id"), option.ID, "%q is the id of option %d already: choose another letter", option.ID, earlier+1)
			} else {
				first[option.ID] = i
			}
		}
		checkLabel(&f, at.Child("label"), option.Label)
		checkColor(&f, at.Child("color"), option.Color)
	}
	return f.Errors, f.Warnings
}

func checkNumber(f *findings.Findings, options int) {
	switch {
	case options == 0:
		f.Required(optionsPath, "there is nothing to vote for: write %d to %d options, each with id, label and color", minOptions, maxOptions)
	case options < minOptions:
		f.Invalid(optionsPath, field.OmitValueType{}, "%d is too few: write %d options or more", options, minOptions)
	case options > maxOptions:
		f.Invalid(optionsPath, field.OmitValueType{}, "%d are too many: write %d options or less", options, maxOptions)
	}
}

func checkID(f *findings.Findings, at *field.Path, id string) bool {
	const remedy = "use one lower-case letter, a to z"
	switch {
	case id == "":
		f.Required(at, "the option has no id: %s", remedy)
	case !oneLetter().MatchString(id):
		f.Invalid(at, id, "%q is no id: %s", id, remedy)
	default:
		return true
	}
	return false
}

// checkLabel is stricter than the operator's CRD, because readers must be able to split the line id:label:color.
func checkLabel(f *findings.Findings, at *field.Path, label string) {
	length := utf8.RuneCountInString(label)
	switch {
	case label == "":
		f.Required(at, "the option has no label: write 1 to %d characters", maxLabel)
	case length > maxLabel:
		f.Invalid(at, label, "the label has %d characters: use %d or less", length, maxLabel)
	}
	if strings.ContainsFunc(label, breaksLine) {
		f.InvalidText(at, "the label has a line break or another control character, and an option is one line: remove it")
	}
	if strings.Contains(label, ":") {
		f.Invalid(at, label, "%q has a \":\", at which readers of id:label:color split: use \" -\" or another character", label)
	}
}

// breaksLine tells whether a reader may end a line at a character. U+2028 and U+2029 are Unicode's own line breaks.
func breaksLine(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

func checkColor(f *findings.Findings, at *field.Path, color string) {
	const remedy = `use "#" and six hexadecimal digits in quotes, for example "#FF6B6B"`
	switch {
	case color == "":
		f.Required(at, "the option has no color: %s (without quotes \"#\" begins a comment)", remedy)
	case !hexColor().MatchString(color):
		f.Invalid(at, color, "%q is no color: %s", color, remedy)
	}
}
