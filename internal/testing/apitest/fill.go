package apitest

import (
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// whole has the values of types that are filled as one value, because their fields depend on each other.
var whole = map[reflect.Type]any{
	reflect.TypeFor[resource.Quantity]():  resource.MustParse("7"),
	reflect.TypeFor[metav1.Time]():        metav1.NewTime(time.Unix(7, 0).UTC()),
	reflect.TypeFor[intstr.IntOrString](): intstr.FromInt32(7),
}

// Fill gives every field below the pointer into a value that is not zero. Lists and maps get one entry. It panics on
// types that API objects do not have.
func Fill(into any) {
	filler{set: func() bool { return true }}.fill(reflect.ValueOf(into).Elem())
}

// FillZeros is like Fill, but pointers to plain values point to zero.
func FillZeros(into any) {
	filler{set: func() bool { return true }, zeros: true}.fill(reflect.ValueOf(into).Elem())
}

// FillSome is like Fill, but calls set for each field of a struct, and leaves the field empty if set returns false.
func FillSome(into any, set func() bool) {
	filler{set: set}.fill(reflect.ValueOf(into).Elem())
}

// filler fills fields for which set returns true.
type filler struct {
	set   func() bool
	zeros bool
}

func (f filler) fill(v reflect.Value) {
	if value, ok := whole[v.Type()]; ok {
		v.Set(reflect.ValueOf(value))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		f.fillStruct(v)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if !f.zeros || v.Elem().Kind() == reflect.Struct {
			f.fill(v.Elem())
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		f.fill(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key)
		f.fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	default:
		v.Set(plain(v.Type()))
	}
}

func (f filler) fillStruct(v reflect.Value) {
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() && f.set() {
			f.fill(v.Field(i))
		}
	}
}

// plain returns a value of a plain type that is not zero.
func plain(of reflect.Type) reflect.Value {
	out := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.Bool:
		out.SetBool(true)
	case reflect.String:
		out.SetString("x")
	case reflect.Int, reflect.Int32, reflect.Int64:
		out.SetInt(7)
	case reflect.Uint8:
		out.SetUint(7)
	default:
		panic("no value for " + of.String())
	}
	return out
}
