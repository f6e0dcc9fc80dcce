package options

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// set writes the given value into the field, or returns what is wrong with it.
func (o option) set(at *field.Path, written value) *field.Error {
	switch o.value.Kind() {
	case reflect.Slice:
		list := make([]string, 0, len(written.list))
		for i, text := range written.list {
			if err := checkText(at.Index(i), text); err != nil {
				return err
			}
			list = append(list, string(text))
		}
		o.value.Set(reflect.ValueOf(list))
	case reflect.Map:
		mapping := map[string]string{}
		for _, key := range slices.Sorted(maps.Keys(written.mapping)) {
			if err := checkText(at.Key(key), written.mapping[key]); err != nil {
				return err
			}
			mapping[key] = string(written.mapping[key])
		}
		o.value.Set(reflect.ValueOf(mapping))
	case reflect.Int:
		return o.setNumber(at, string(written.text))
	case reflect.Bool:
		return o.setFlag(at, string(written.text))
	default:
		if err := checkText(at, written.text); err != nil {
			return err
		}
		o.value.SetString(string(written.text))
	}
	return nil
}

func (o option) setNumber(at *field.Path, text string) *field.Error {
	number, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
	if errors.Is(err, strconv.ErrRange) {
		return field.Invalid(at, text, o.outOfRange(strings.TrimSpace(text)))
	}
	if err != nil {
		example := o.value.Int()
		if example == 0 {
			example = 2
		}
		return field.TypeInvalid(at, text, fmt.Sprintf("%q is a string: use a whole number, for example %d", text, example))
	}
	o.value.SetInt(number)
	return nil
}

// outOfRange says which numbers an option takes. text is a whole number outside the range of int32.
func (o option) outOfRange(text string) string {
	least := math.MinInt32
	if o.min != nil {
		least = *o.min
	}
	size := "large"
	if strings.HasPrefix(text, "-") {
		size = "small"
	}
	return fmt.Sprintf("%s is too %s: use a whole number from %d to %d", text, size, least, math.MaxInt32)
}

// isEmpty tells whether a text or a list is empty.
func (o option) isEmpty() bool {
	switch value := o.value.Interface().(type) {
	case string:
		return strings.TrimSpace(value) == ""
	case []string:
		return len(value) == 0
	default:
		return o.value.IsZero()
	}
}

// setFlag accepts the words that the operator accepts and those of YAML.
func (o option) setFlag(at *field.Path, text string) *field.Error {
	switch strings.ToLower(text) {
	case "true", "yes":
		o.value.SetBool(true)
	case "false", "no":
		o.value.SetBool(false)
	default:
		return field.TypeInvalid(at, text, fmt.Sprintf("%q is neither true nor false: use one of the two", text))
	}
	return nil
}

// checkText refuses NUL, the one character that neither arguments nor files of a ConfigMap can contain.
func checkText(at *field.Path, text v1alpha2.OptionValue) *field.Error {
	if strings.ContainsRune(string(text), 0) {
		return field.Invalid(at, field.OmitValueType{}, "there is a NUL character in it: remove it")
	}
	return nil
}
