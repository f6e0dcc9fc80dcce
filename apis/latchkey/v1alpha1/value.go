package v1alpha1

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// isSet tells whether the options set this one.
func (option Option) isSet(o *Options) bool {
	return !option.value(o).IsZero()
}

// copyTo copies the value of this option.
func (option Option) copyTo(to, from *Options) {
	option.value(to).Set(option.value(from))
}

// value returns the option's field, which can be set.
func (option Option) value(o *Options) reflect.Value {
	return reflect.ValueOf(option.field(o)).Elem()
}

// parse sets the option from text and returns what is wrong with the text, or "". It does not judge words: Validate
// does that for all levels.
func (option Option) parse(o *Options, text string) string {
	switch field := option.field(o).(type) {
	case *Include:
		*field = ParseInclude(text)
	case **bool:
		return parseBool(field, text)
	case **int32:
		return parseNumber(field, text)
	default:
		option.value(o).SetString(text)
	}
	return ""
}

func parseBool(field **bool, text string) string {
	if text != "true" && text != "false" {
		return fmt.Sprintf("%q is no boolean: use true or false", text)
	}
	*field = new(text == "true")
	return ""
}

// parseNumber accepts plain decimal digits only: no sign, no unit, no exponent.
func parseNumber(field **int32, text string) string {
	number, err := strconv.ParseUint(text, 10, 31)
	switch {
	case err == nil:
		value := int32(number)
		*field = &value
		return ""
	case strings.HasPrefix(text, "-"):
		return text + " is too small: use 0 or more"
	default:
		return fmt.Sprintf("%q is no whole number up to 2147483647: use one, for example 60", text)
	}
}
