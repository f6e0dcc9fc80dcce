package v1alpha2

import (
	"encoding/json"
	"errors"
	"strings"
)

// OptionValue is the value of an option of a metric or an addon: text, a whole number or a boolean. The option
// decides which it is to be, so that 5 and "5", and true and "true", mean the same.
//
// +kubebuilder:validation:Type=""
// +kubebuilder:validation:XIntOrString
type OptionValue string

// GoesByName makes messages show the path of an option as that of a field: options.rate.
func (OptionValue) GoesByName() {}

// UnmarshalJSON accepts text, a whole number or a boolean. A number with a fraction is an error, as in the operator's
// API: 1.10 would become 1.1.
func (o *OptionValue) UnmarshalJSON(data []byte) error {
	text := string(data)
	switch {
	case strings.HasPrefix(text, `"`):
		return json.Unmarshal(data, (*string)(o))
	case text == "null":
		return nil
	case strings.ContainsAny(text, "[{"):
		return errors.New("use a single value: text, a whole number, or true or false")
	case strings.ContainsAny(text, ".eE") && text != "true" && text != "false":
		return errors.New("write a number with a fraction in quotes")
	}
	*o = OptionValue(text)
	return nil
}
