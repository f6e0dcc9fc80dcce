package v1alpha1_test

import (
	"fmt"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// others has values that differ from those in whole.
var others = map[reflect.Type]any{
	reflect.TypeFor[resource.Quantity]():  resource.MustParse("8"),
	reflect.TypeFor[metav1.Time]():        metav1.Time{},
	reflect.TypeFor[intstr.IntOrString](): intstr.FromInt32(8),
}

// eachField changes every plain value below the pointer object, one after the other. After each change it calls visit
// with the path of the field and then restores the old value. The path has the names of the JSON form, [0] for items of
// lists and [x] for the values of maps, for example "spec.containers[0].image". Fields without a JSON name are left
// out. The object should be filled first, because an empty list or map has no fields to change.
func eachField(object any, visit func(path string)) {
	walker{visit: visit}.walk("", reflect.ValueOf(object).Elem(), func() {})
}

// walker calls visit for every changed field.
type walker struct {
	visit func(path string)
}

// walk changes the values below v. After each change it calls commit, which writes v back to the map that v comes from.
func (w walker) walk(path string, v reflect.Value, commit func()) {
	if other, ok := others[v.Type()]; ok {
		w.change(path, v, reflect.ValueOf(other), commit)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		w.walkStruct(path, v, commit)
	case reflect.Pointer:
		if !v.IsNil() {
			w.walk(path, v.Elem(), commit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(fmt.Sprintf("%s[%d]", path, i), v.Index(i), commit)
		}
	case reflect.Map:
		w.walkMap(path, v, commit)
	default:
		w.change(path, v, otherThan(v), commit)
	}
}

func (w walker) walkStruct(path string, v reflect.Value, commit func()) {
	for i := range v.NumField() {
		name, rest, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		switch {
		case name == "-" || !v.Type().Field(i).IsExported():
		case name == "" && strings.Contains(rest, "inline"):
			w.walk(path, v.Field(i), commit)
		case name != "":
			w.walk(strings.TrimPrefix(path+"."+name, "."), v.Field(i), commit)
		}
	}
}

func (w walker) walkMap(path string, v reflect.Value, commit func()) {
	for _, key := range v.MapKeys() {
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(v.MapIndex(key))
		w.walk(fmt.Sprintf("%s[%s]", path, key), value, func() {
			v.SetMapIndex(key, value)
			commit()
		})
	}
}

func (w walker) change(path string, v, other reflect.Value, commit func()) {
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	v.Set(other)
	commit()
	w.visit(path)
	v.Set(old)
	commit()
}

// otherThan returns a value of v's plain type that differs from v.
func otherThan(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Bool:
		out.SetBool(!v.Bool())
	case reflect.String:
		out.SetString(v.String() + "x")
	default:
		out.SetInt(v.Int() + 7)
	}
	return out
}
