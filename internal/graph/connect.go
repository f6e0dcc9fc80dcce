package graph

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// connect draws all lines between objects.
func (d *Drawing) connect(units []*unit) {
	index := newIndex(units)
	for _, u := range units {
		if u.isSet {
			d.becomes(u, index)
		}
	}
	for _, u := range units {
		for _, o := range u.objects {
			for _, own := range o.pods {
				d.uses(own, index)
				d.waits(own)
			}
			d.serves(o, index)
			if volume := stringOf(o.item.At("spec", "volumeName")); o.is("PersistentVolumeClaim") && volume != "" {
				d.draw(index.boxOf("PersistentVolume", "", volume), o.box, "", uses)
			}
		}
	}
}

// becomes draws the lines from a source to its objects and to the pods to which it adds containers.
func (d *Drawing) becomes(u *unit, index *index) {
	if u.study != nil {
		d.draw(u.study.box, u.box, "runs", makes)
	}
	for _, o := range u.objects {
		if !index.isOfAttached[o] {
			d.draw(u.box, o.box, "", makes)
		}
	}
	for _, a := range index.attached[u.Key] {
		d.draw(u.box, a.files, "", makes)
		d.draw(u.box, a.pods.box, strings.Join(a.names, ", "), joins)
	}
	if u.source != nil && u.Kind == "ConfigMonitor" {
		d.draw(u.box, index.boxOf("ConfigMap", u.Namespace, stringOf(u.source.item.At("spec", "configmap"))), "watches", makes)
	}
}

// uses draws the lines from the objects that pods use, and to the Secret that they fill.
func (d *Drawing) uses(own *pods, index *index) {
	namespace, account := own.object.item.Namespace, stringOf(own.template.At("spec", "serviceAccountName"))
	filled := map[string]bool{}
	for _, name := range index.byKey[latchkey.Key{Group: rbac, Kind: "Role", Namespace: namespace, Name: account}].secrets() {
		filled[name] = true
		d.draw(own.box, index.boxOf("Secret", namespace, name), "fills", makes)
	}
	for _, field := range []string{"volumes", "initContainers", "containers"} {
		named(own.template.At("spec", field), func(kind, name string) {
			label, o := "", index.byKey[latchkey.Key{Kind: kind, Namespace: namespace, Name: name}]
			if kind == "Secret" && filled[name] || o == nil {
				return
			}
			if kind == "Secret" && o.item.At("data") == nil && o.item.At("stringData") == nil {
				label = "once filled"
			}
			d.draw(o.box, own.box, label, uses)
		})
	}
	d.draw(index.boxOf("ServiceAccount", namespace, account), own.box, "", uses)
}

// naming are the fields of a pod that name an object of the core group, with its kind.
var naming = map[string]string{
	"configMap": "ConfigMap", "configMapRef": "ConfigMap", "configMapKeyRef": "ConfigMap",
	"secret": "Secret", "secretRef": "Secret", "secretKeyRef": "Secret", "persistentVolumeClaim": "PersistentVolumeClaim",
}

// named calls do for each object that a part of a pod names.
func named(value any, do func(kind, name string)) {
	for _, element := range list(value) {
		named(element, do)
	}
	fields, _ := value.(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if kind := naming[key]; kind != "" {
			name := func(field string) string { return stringOf(transform.At(fields[key], field)) }
			do(kind, cmp.Or(name("name"), name("secretName"), name("claimName")))
		}
		named(fields[key], do)
	}
}

// secrets returns the names of the Secrets in a Role, which may be nil. The Role of a key job has the name of its account.
func (o *Object) secrets() (names []string) {
	if o == nil {
		return nil
	}
	for _, rule := range list(o.item.At("rules")) {
		if slices.Contains(list(transform.At(rule, "resources")), any("secrets")) {
			for _, name := range list(transform.At(rule, "resourceNames")) {
				names = append(names, stringOf(name))
			}
		}
	}
	return names
}

// waits draws the lines to pods from those that come before them in a JobSet.
func (d *Drawing) waits(own *pods) {
	if len(own.template.Path) < 3 {
		return
	}
	for _, need := range list(transform.At(own.above(3), "dependsOn")) {
		label := "then"
		if transform.At(need, "status") == any("Ready") {
			label = "when ready"
		}
		for _, other := range own.object.pods {
			if other.part == transform.At(need, "name") {
				d.draw(other.box, own.box, label, makes)
			}
		}
	}
}

// serves draws the lines from a Service to the pods that it selects.
func (d *Drawing) serves(service *Object, index *index) {
	selector, _ := service.item.At("spec", "selector").(map[string]any)
	if !service.is("Service") || len(selector) == 0 {
		return
	}
	one := slices.Min(slices.Collect(maps.Keys(selector)))
	for _, own := range index.labelled[[3]string{service.item.Namespace, one, stringOf(selector[one])}] {
		hasAll := true
		for key, value := range selector {
			hasAll = hasAll && own.template.At("metadata", "labels", key) == value
		}
		if hasAll {
			d.draw(service.box, own.box, "", uses)
		}
	}
}
