package v1alpha2

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// OptionValue is the value of an option of a metric or an addon: text or a whole number. The option decides which it is
// to be, so that 5 and "5" mean the same. A boolean is written in quotes, as "true".
//
// +kubebuilder:validation:Type=""
// +kubebuilder:validation:XIntOrString
type OptionValue string

// GoesByName makes messages show the path of an option as that of a field: options.rate.
func (OptionValue) GoesByName() {}

// UnmarshalJSON accepts text or a whole number of 64 bits. A boolean and any other number are errors, as in the
// operator's API. A number with a fraction would lose digits: 1.10 would become 1.1.
func (o *OptionValue) UnmarshalJSON(data []byte) error {
	text := string(data)
	switch {
	case strings.HasPrefix(text, `"`):
		return json.Unmarshal(data, (*string)(o))
	case text == "null":
		return nil
	case strings.ContainsAny(text, "[{"):
		return errors.New("use a single value: text or a whole number")
	case strings.ContainsAny(text, ".eE") && text != "true" && text != "false":
		return errors.New("write a number with a fraction in quotes")
	}
	if _, err := strconv.ParseInt(text, 10, 64); err != nil {
		return errors.New("write it in quotes, because a server takes only text and whole numbers of 64 bits")
	}
	*o = OptionValue(text)
	return nil
}
