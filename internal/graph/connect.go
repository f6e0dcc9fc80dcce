package graph

import (
	"maps"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

// draw adds a line once. Lines within one box are left out.
func (p *painter) draw(from, to *box, label string, style style) {
	l := line{from, to, label, style}
	if from == nil || to == nil || from == to || p.seen[l] {
		return
	}
	p.seen[l] = true
	p.lines = append(p.lines, l)
}

// connect draws all lines between objects.
func (p *painter) connect(units []*unit) {
	index := newIndex(units)
	for _, u := range units {
		if u.isSet {
			p.becomes(u, index)
		}
	}
	for _, u := range units {
		for _, o := range u.objects {
			for _, own := range o.pods {
				p.uses(own, index)
				p.waits(own)
			}
			p.serves(o, index)
			p.volume(o, index)
		}
	}
}

// becomes draws the lines from a source to its objects and to the pods to which it adds containers.
func (p *painter) becomes(u *unit, index *index) {
	if u.study != nil {
		p.draw(p.sources[u.study], p.sources[u], "runs", makes)
	}
	for _, o := range u.objects {
		if !index.isOfAttached[o] {
			p.draw(p.sources[u], p.places[o], "", makes)
		}
	}
	if u.source == nil {
		return
	}
	for _, a := range slices.Concat(index.recorded[u.source.key()], index.carried[u]) {
		if files := p.places[a.files]; files != p.pods[a.pods] { // in an outline they are in one box
			p.draw(p.sources[u], files, "", makes)
		}
		p.draw(p.sources[u], p.pods[a.pods], strings.Join(a.names, ", "), joins)
	}
	if u.source.item.Kind == "ConfigMonitor" {
		name := textOf(u.source.item.At("spec", "configmap"))
		p.draw(p.sources[u], p.places[index.core("ConfigMap", u.namespace, name)], "watches", makes)
	}
}

// mounting returns the names of the containers that mount a ConfigMap.
func (own *pods) mounting(files *Object) (names []string) {
	volumes := map[string]bool{}
	for _, volume := range own.template.List("spec", "volumes") {
		if textOf(transform.At(volume, "configMap", "name")) == files.item.Name {
			volumes[textOf(transform.At(volume, "name"))] = true
		}
	}
	for _, field := range []string{"initContainers", "containers"} {
		for _, c := range own.template.List("spec", field) {
			mounts := list(transform.At(c, "volumeMounts"))
			if slices.ContainsFunc(mounts, func(mount any) bool { return volumes[textOf(transform.At(mount, "name"))] }) {
				names = append(names, textOf(transform.At(c, "name")))
			}
		}
	}
	return names
}

// references are the fields of a pod that name an object of the core group: the field, the kind of the object, and the
// field in it with the name.
var references = map[string][2]string{
	"configMap":             {"ConfigMap", "name"},
	"configMapRef":          {"ConfigMap", "name"},
	"configMapKeyRef":       {"ConfigMap", "name"},
	"secret":                {"Secret", "secretName"},
	"secretRef":             {"Secret", "name"},
	"secretKeyRef":          {"Secret", "name"},
	"persistentVolumeClaim": {"PersistentVolumeClaim", "claimName"},
}

// uses draws the lines from the objects that pods use.
func (p *painter) uses(own *pods, index *index) {
	namespace := own.object.item.Namespace
	filled := p.fills(own, index)
	own.eachReference(func(kind, name string) {
		o := index.core(kind, namespace, name)
		switch {
		case o == nil || slices.Contains(filled, o):
		case o.isEmptySecret():
			p.draw(p.places[o], p.pods[own], "once filled", uses)
		default:
			p.draw(p.places[o], p.pods[own], "", uses)
		}
	})
	account := textOf(own.template.At("spec", "serviceAccountName"))
	if o := index.core("ServiceAccount", namespace, account); o != nil {
		p.draw(p.places[o], p.pods[own], "", uses)
	}
}

// eachReference calls do for each object that the pods name. Projected volumes have the name of a Secret in "name".
func (own *pods) eachReference(do func(kind, name string)) {
	for _, pull := range own.template.List("spec", "imagePullSecrets") {
		do("Secret", textOf(transform.At(pull, "name")))
	}
	var search func(value any)
	search = func(value any) {
		for _, element := range list(value) {
			search(element)
		}
		fields, _ := value.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(fields)) {
			if reference, known := references[key]; known {
				for _, field := range slices.Compact([]string{reference[1], "name"}) {
					if name := textOf(transform.At(fields[key], field)); name != "" {
						do(reference[0], name)
					}
				}
			}
			search(fields[key])
		}
	}
	search(own.template.At("spec", "volumes"))
	search(own.template.At("spec", "initContainers"))
	search(own.template.At("spec", "containers"))
}

// fills draws the lines to the Secrets that pods may write, and returns these Secrets.
func (p *painter) fills(own *pods, index *index) (filled []*Object) {
	account, namespace := textOf(own.template.At("spec", "serviceAccountName")), own.object.item.Namespace
	if account == "" {
		return nil
	}
	for _, binding := range index.bindings[[2]string{namespace, account}] {
		role := index.byKey[markOf(binding.item.Group, textOf(binding.item.At("roleRef", "kind")), namespace, textOf(binding.item.At("roleRef", "name")))]
		for _, name := range role.mayWrite() {
			if o := index.core("Secret", namespace, name); o != nil {
				filled = append(filled, o)
				p.draw(p.pods[own], p.places[o], "fills", makes)
			}
		}
	}
	return filled
}

// mayWrite returns the names of the Secrets that a Role, which may be nil, lets one write.
func (o *Object) mayWrite() (names []string) {
	if o == nil {
		return nil
	}
	for _, rule := range list(o.item.At("rules")) {
		verbs := texts(transform.At(rule, "verbs"))
		if slices.Contains(texts(transform.At(rule, "resources")), "secrets") && (slices.Contains(verbs, "patch") || slices.Contains(verbs, "update")) {
			names = append(names, texts(transform.At(rule, "resourceNames"))...)
		}
	}
	return names
}

// waits draws the lines to pods from those that come before them in a JobSet.
func (p *painter) waits(own *pods) {
	if len(own.template.Path) < 3 {
		return
	}
	for _, need := range list(transform.At(own.above(3), "dependsOn")) {
		for _, other := range own.object.pods {
			if other.template.Part != transform.At(need, "name") {
				continue
			}
			label := "then"
			if transform.At(need, "status") == any("Ready") {
				label = "when ready"
			}
			p.draw(p.pods[other], p.pods[own], label, makes)
		}
	}
}

// serves draws the lines from a Service to the pods that it selects.
func (p *painter) serves(service *Object, index *index) {
	selector, _ := service.item.At("spec", "selector").(map[string]any)
	if service.kind().String() != "Service" || len(selector) == 0 {
		return
	}
	key := slices.Min(slices.Collect(maps.Keys(selector)))
	for _, own := range index.labelled[[3]string{service.item.Namespace, key, textOf(selector[key])}] {
		if own.has(selector) {
			p.draw(p.places[service], p.pods[own], "", uses)
		}
	}
}

// has tells whether pods have some labels.
func (own *pods) has(labels map[string]any) bool {
	for key, value := range labels {
		if own.template.At("metadata", "labels", key) != value {
			return false
		}
	}
	return true
}

// volume draws the line from a PersistentVolume to the claim that it is for.
func (p *painter) volume(o *Object, index *index) {
	if o.kind().String() != "PersistentVolumeClaim" {
		return
	}
	p.draw(p.places[index.core("PersistentVolume", "", textOf(o.item.At("spec", "volumeName")))], p.places[o], "", uses)
}
