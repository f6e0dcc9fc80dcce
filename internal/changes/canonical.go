package changes

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
)

// types are the Go types of kinds, by API version and kind. Those of other kinds are not in the program. Of them, only
// the metadata and the pods have types.
var types = map[string]reflect.Type{
	"v1/ConfigMap":                    reflect.TypeFor[corev1.ConfigMap](),
	"v1/LimitRange":                   reflect.TypeFor[corev1.LimitRange](),
	"v1/PersistentVolume":             reflect.TypeFor[corev1.PersistentVolume](),
	"v1/PersistentVolumeClaim":        reflect.TypeFor[corev1.PersistentVolumeClaim](),
	"v1/Pod":                          reflect.TypeFor[corev1.Pod](),
	"v1/PodTemplate":                  reflect.TypeFor[corev1.PodTemplate](),
	"v1/ResourceQuota":                reflect.TypeFor[corev1.ResourceQuota](),
	"v1/Secret":                       reflect.TypeFor[corev1.Secret](),
	"v1/Service":                      reflect.TypeFor[corev1.Service](),
	"apps/v1/StatefulSet":             reflect.TypeFor[appsv1.StatefulSet](),
	"batch/v1/CronJob":                reflect.TypeFor[batchv1.CronJob](),
	"batch/v1/Job":                    reflect.TypeFor[batchv1.Job](),
	"jobset.x-k8s.io/v1alpha2/JobSet": reflect.TypeFor[jobset.JobSet](),
}

// A notation is one of the forms in which decoded JSON means the same to a server: without fields that say nothing, and
// with numbers, quantities and base64 in one notation.
type notation struct {
	// defaults are values that mean the same as no value, by the type and the name of the field.
	defaults map[string]any
	// isOfSet is true for a JobSet: a server derives no value of the jobs and pods in one from another.
	isOfSet bool
}

// canonical returns a value in the notation. t is the type of the value, or nil. name is that of the field whose value it
// is. The value is not changed.
func (n notation) canonical(value any, t reflect.Type, name string) any {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch value := value.(type) {
	case map[string]any:
		_, hasContainers := value["containers"].([]any)
		switch {
		case t == nil && hasContainers:
			t = reflect.TypeFor[corev1.PodSpec]()
		case t == reflect.TypeFor[resource.Quantity]():
			t = nil // it is a mapping of quantities
		}
		return n.fields(value, t, name)
	case []any:
		var of reflect.Type
		if t != nil && t.Kind() == reflect.Slice {
			of = t.Elem()
		}
		elements := make([]any, len(value))
		for i := range value {
			elements[i] = n.canonical(value[i], of, "")
		}
		return elements
	}
	return scalar(number(value), t)
}

func (n notation) fields(value map[string]any, t reflect.Type, above string) any {
	fields := make(map[string]any, len(value))
	for name, field := range value {
		of := fieldOf(t, name, above)
		field = n.canonical(field, of, name)
		if !saysNothing(field, of, t) && (t == nil || !n.isDefault(field, t.Name()+"."+name)) {
			fields[name] = field
		}
	}
	if !n.isOfSet {
		leaveOutDerived(fields, t)
	}
	return fields
}

func (n notation) isDefault(value any, field string) bool {
	byDefault, known := n.defaults[field]
	if fields, isMap := value.(map[string]any); isMap {
		return byDefault == nothing && len(fields) == 0
	}
	return known && value == number(byDefault)
}

// saysNothing tells whether a field means the same as no field. Null always does. An empty value does where the Go type
// of the field cannot tell the two from each other.
func saysNothing(value any, t, parent reflect.Type) bool {
	switch {
	case value == nil:
		return true
	case t == nil, t.Kind() == reflect.Pointer, parent != nil && parent.Kind() == reflect.Map:
		return false
	}
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Map, reflect.Slice:
		return v.Len() == 0
	case reflect.String, reflect.Bool:
		return v.IsZero()
	}
	return false
}

// number returns whole numbers as int64, and others as float64.
func number(value any) any {
	switch value := value.(type) {
	case int:
		return int64(value)
	case float64:
		if whole := int64(value); float64(whole) == value {
			return whole
		}
	case json.Number:
		if whole, err := value.Int64(); err == nil {
			return whole
		}
		if fraction, err := value.Float64(); err == nil {
			return number(fraction)
		}
		return value.String()
	}
	return value
}

// scalar returns a scalar of a type in one notation.
func scalar(value any, t reflect.Type) any {
	switch t {
	case reflect.TypeFor[resource.Quantity]():
		return quantity(value)
	case reflect.TypeFor[[]byte]():
		if text, ok := value.(string); ok {
			if data, err := base64.StdEncoding.DecodeString(text); err == nil {
				return base64.StdEncoding.EncodeToString(data)
			}
		}
	}
	return value
}

// quantityForm matches quantities without the exponents with which apimachinery computes for very long.
var quantityForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-+]?[0-9.]{1,40}([a-zA-Z]{0,2}|[eE][-+]?[0-9]{1,3})$`)
})

// quantity writes a quantity in powers of 1024 where it is a multiple of 1024, and of 1000 where it is not.
func quantity(value any) any {
	text := fmt.Sprint(value)
	if !quantityForm().MatchString(text) {
		return value
	}
	read, err := resource.ParseQuantity(text)
	if err != nil {
		return value
	}
	form := resource.DecimalSI
	if whole, ok := read.AsInt64(); ok && whole%1024 == 0 {
		form = resource.BinarySI
	}
	return resource.NewDecimalQuantity(*read.AsDec(), form).String()
}

// quantities are the names of fields that are quantities, or mappings of them, in every kind that has them.
var quantities = []string{
	"averageValue", "borrowingLimit", "capacity", "lendingLimit", "limits", "maximumVolumeSize", "minResources", "nominalQuota",
	"podFixed", "requests",
}

// fieldOf returns the type of a field of a type, or nil. above is the name of the field that has it.
func fieldOf(t reflect.Type, name, above string) reflect.Type {
	switch {
	case t == nil && (slices.Contains(quantities, name) || slices.Contains(quantities, above) || above == "target" && name == "value"):
		return reflect.TypeFor[resource.Quantity]()
	case t == nil && name == "volumeClaimTemplates":
		return reflect.TypeFor[[]corev1.PersistentVolumeClaim]()
	case t == nil && name == "metadata":
		return reflect.TypeFor[metav1.ObjectMeta]()
	case t == nil:
		return nil
	case t.Kind() == reflect.Map:
		return t.Elem()
	case t.Kind() != reflect.Struct:
		return nil
	}
	known, isKnown := fieldTypes.Load(t)
	if !isKnown {
		known, _ = fieldTypes.LoadOrStore(t, fieldsOf(t))
	}
	return known.(map[string]reflect.Type)[name]
}

// fieldTypes has the results of fieldsOf.
var fieldTypes sync.Map

// fieldsOf returns the types of the fields of a struct by their names in JSON.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for _, field := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			fields[name] = field.Type
		}
	}
	return fields
}
