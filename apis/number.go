package apis

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// integer accepts whole numbers in all forms of YAML, if they fit the field.
func (d *decoder) integer(node *yaml.Node, into reflect.Value) {
	number, err := strconv.ParseInt(strings.ReplaceAll(node.Value, "_", ""), 0, 64)
	tag := node.ShortTag()
	tooLarge := isDigits(node) || (tag == "!!int" && errors.Is(err, strconv.ErrRange))
	low, high := limits(into)
	switch {
	case node.Kind == yaml.ScalarNode && tag == "!!str" && isUsualNumber(node.Value):
		d.wrongType(node, "write it without quotes: "+node.Value)
	case node.Kind != yaml.ScalarNode || (!tooLarge && (err != nil || tag != "!!int")):
		d.wrongType(node, "use a whole number, for example 64")
	case tooLarge || number < low || number > high:
		d.report(field.ErrorTypeInvalid, shorten(node.Value),
			fmt.Sprintf("%s is out of range: use a whole number from %d to %d", shorten(node.Value), low, high))
	case into.CanUint():
		into.SetUint(uint64(number))
	default:
		into.SetInt(number)
	}
}

// limits returns the smallest and the largest number that both the field and int64 can hold.
func limits(into reflect.Value) (low, high int64) {
	bits := into.Type().Bits()
	switch {
	case into.CanInt():
		return -1 << (bits - 1), 1<<(bits-1) - 1
	case bits == 64:
		return 0, math.MaxInt64
	default:
		return 0, 1<<bits - 1
	}
}

// isDigits tells whether a node is a whole number that is too large for the parser, which reads it as a fraction.
func isDigits(node *yaml.Node) bool {
	digits := strings.TrimLeft(node.Value, "+-")
	return node.ShortTag() == "!!float" && len(digits) > 18 && strings.Trim(digits, "0123456789_") == ""
}

// float accepts numbers that JSON can hold.
func (d *decoder) float(node *yaml.Node, into reflect.Value) {
	number, ok := numberOf(node)
	value := reflect.ValueOf(number)
	if !ok || into.OverflowFloat(value.Convert(reflect.TypeFor[float64]()).Float()) {
		d.wrongType(node, "use a number, for example 0.5")
		return
	}
	into.Set(value.Convert(into.Type()))
}

// numberOf returns the value of a finite number as int64, uint64 or float64, whichever holds it first.
func numberOf(node *yaml.Node) (number any, ok bool) {
	if node.Kind != yaml.ScalarNode || (node.ShortTag() != "!!int" && node.ShortTag() != "!!float") {
		return 0, false
	}
	plain := strings.ReplaceAll(node.Value, "_", "")
	if node.ShortTag() == "!!int" {
		if whole, err := strconv.ParseInt(plain, 0, 64); err == nil {
			return whole, true
		}
		whole, err := strconv.ParseUint(plain, 0, 64)
		return whole, err == nil
	}
	fraction, err := strconv.ParseFloat(plain, 64)
	return fraction, err == nil && !math.IsInf(fraction, 0) && !math.IsNaN(fraction)
}
