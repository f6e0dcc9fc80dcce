package attach

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A graft changes what is attached to one pod template. It takes out all that the record of the template names. Then it appends
// what is wanted now, in the order of the sources. If a source is not part of this run, the graft appends again what the source
// has added earlier.
type graft struct {
	// before is the template as it was. fields has the content of the template as it becomes.
	before transform.Template
	fields map[string]any
	// earlier is the record of before, and record is the record of fields. kept has the entries of earlier that are still to be appended
	// again, because their sources are not part of this run.
	earlier, record, kept Record
	// out has the elements of kept, by their entries.
	out map[string]any
	// shares says that nobody but Latchkey has set shareProcessNamespace.
	shares bool
	// sources are the sources of volumes, by name, as sourceOf returns them: each new volume is compared with all.
	sources map[string]string
}

// Keys of a pod template.
const (
	initContainers = "initContainers"
	volumes        = "volumes"
	sharing        = "shareProcessNamespace"
	metadata       = "metadata"
	annotations    = "annotations"
)

// lists are the lists of a pod to which sets add something.
var lists = []string{volumes, initContainers}

// newGraft returns the graft of a template, without what sources have added earlier. What a source has added that detaches refuses is put
// back by keep. An error says what in the template cannot be changed.
func newGraft(template transform.Template, detaches func(mark string) bool) (*graft, error) {
	if err := checkForm(template); err != nil {
		return nil, err
	}
	earlier, err := RecordOf(template)
	if err != nil {
		return nil, err
	}
	g := &graft{before: template, earlier: earlier, kept: Record{}, record: Record{}, out: map[string]any{}, sources: map[string]string{}}
	spec := maps.Clone(template.At("spec").(map[string]any))
	g.fields = maps.Clone(template.Value.(map[string]any))
	g.fields["spec"] = spec
	for source, added := range earlier {
		if detaches != nil && !detaches(source) {
			g.kept[source] = added
		}
	}
	for _, list := range lists {
		elements := template.List("spec", list)
		var own []any
		for _, element := range elements {
			switch entry := entryOf(list, element); {
			case !earlier.has(entry):
				own = append(own, element)
			case g.kept.has(entry):
				g.out[entry] = element
			}
		}
		if len(own) == 0 && len(elements) > 0 {
			delete(spec, list)
		} else if len(own) < len(elements) {
			spec[list] = own
		}
	}
	if earlier.has(sharing) {
		delete(spec, sharing)
	}
	g.shares = spec[sharing] == nil
	return g, nil
}

// checkForm returns an error if something has another form than additions need.
func checkForm(template transform.Template) error {
	for _, keys := range [][]string{{metadata}, {metadata, annotations}, {"spec", initContainers}, {"spec", volumes}} {
		value, wantsList := template.At(keys...), keys[0] == "spec"
		_, isList := value.([]any)
		_, isMapping := value.(map[string]any)
		switch {
		case value == nil, isList && wantsList, isMapping && !wantsList:
		case isMapping:
			return fmt.Errorf("its %s is not a list: write a list there, or leave it out", template.Field(keys...))
		default:
			return fmt.Errorf("its %s is neither a map nor a list: correct it, or leave it out", template.Field(keys...))
		}
	}
	return nil
}

// template returns the template as it is after the changes so far.
func (g *graft) template() transform.Template {
	return transform.Template{Path: g.before.Path, Value: g.fields}
}

// isAttached tells whether a source is attached already: by a set of the same name, or by an earlier run that this one keeps.
func (g *graft) isAttached(source string) bool {
	return g.record[source] != nil || g.kept[source] != nil
}

// keep puts back the additions of kept sources, up to a source in the order of their marks, or of all with "".
func (g *graft) keep(before string) {
	for _, source := range slices.Sorted(maps.Keys(g.kept)) {
		if before != "" && source > before {
			return
		}
		for _, entry := range g.kept[source] {
			if entry == sharing {
				g.spec()[sharing] = true
			} else if element, isThere := g.out[entry]; isThere && !g.has(entry) {
				g.append(listOf(entry), element)
			}
		}
		g.record[source] = g.kept[source]
		delete(g.kept, source)
	}
}

// attach adds what a source adds. The source must not be attached yet, and those that come before it must be. The names of its
// containers must be free. If the name of a volume is taken, the volume gets another name, unless it is the same volume. The volumes
// that Latchkey makes for a MiniCluster are never the same. flux describes the MiniCluster, or is nil.
func (g *graft) attach(source string, a Addition, flux *Flux) {
	var reserved []string
	if flux != nil {
		reserved = flux.Volumes
	}
	entries := []string{}
	add := func(entry string) {
		if !slices.Contains(entries, entry) {
			entries = append(entries, entry)
		}
	}
	if a.SharesProcesses && g.shares {
		g.spec()[sharing] = true
		add(sharing)
	}
	for _, sidecar := range a.Sidecars {
		renamed := map[string]string{}
		for _, volume := range sidecar.Volumes {
			name, isOurs := g.addVolume(volume, reserved)
			if renamed[volume.Name] = name; isOurs {
				add(volumes + "/" + name)
			}
		}
		container := *sidecar.Container.DeepCopy()
		for i := range container.VolumeMounts {
			container.VolumeMounts[i].Name = renamed[container.VolumeMounts[i].Name]
		}
		g.append(initContainers, decoded(container))
		add(initContainers + "/" + container.Name)
	}
	g.record[source] = entries
}

// addVolume adds a volume, unless it is there already. It returns the name that the volume has there, and whether a source has
// added it.
func (g *graft) addVolume(volume corev1.Volume, reserved []string) (name string, isOurs bool) {
	volume.Name = g.volumeName(decoded(volume), reserved)
	if entry := volumes + "/" + volume.Name; g.has(entry) {
		return volume.Name, g.record.has(entry)
	}
	g.append(volumes, decoded(volume))
	return volume.Name, true
}

// try adds a container that starts the image of a sidecar once, with its shell, unless the image is tried already. If
// the image of a native sidecar cannot start, the application waits on all nodes, and nothing in Kubernetes bounds that.
func (g *graft) try(sidecar corev1.Container) {
	isTried := func(trial any) bool { return transform.At(trial, "image") == any(sidecar.Image) }
	if slices.ContainsFunc(g.template().List("spec", initContainers), isTried) {
		return
	}
	g.append(initContainers, decoded(corev1.Container{
		Name:            imageTrial + sidecar.Name,
		Image:           sidecar.Image,
		ImagePullPolicy: sidecar.ImagePullPolicy,
		Command:         []string{"/bin/bash", "-c", "exit 0"},
		SecurityContext: workload.Restricted(),
	}))
}

// imageTrial begins the names of containers that try an image.
const imageTrial = "try-"

func (g *graft) spec() map[string]any { return g.fields["spec"].(map[string]any) }

// has tells whether an element is in its list.
func (g *graft) has(entry string) bool {
	list := listOf(entry)
	return slices.ContainsFunc(g.template().List("spec", list), func(element any) bool { return entryOf(list, element) == entry })
}

// append adds an element at the end of a list of the pod.
func (g *graft) append(list string, element any) {
	g.spec()[list] = append(slices.Clone(g.template().List("spec", list)), element)
}

// volumeName returns the name for a volume: its own, or with a number if another volume has that name.
func (g *graft) volumeName(volume map[string]any, reserved []string) string {
	taken := map[string]any{}
	for entry, element := range g.out {
		if name, _ := transform.At(element, "name").(string); listOf(entry) == volumes {
			taken[name] = element
		}
	}
	for _, each := range g.template().List("spec", volumes) {
		name, _ := transform.At(each, "name").(string)
		taken[name] = each
	}
	wanted, _ := volume["name"].(string)
	name, source := wanted, sourceOf(volume)
	for n := 1; taken[name] != nil; n++ {
		if _, known := g.sources[name]; !known {
			g.sources[name] = sourceOf(taken[name])
		}
		if !slices.Contains(reserved, name) && g.sources[name] == source {
			return name
		}
		suffix := "-" + strconv.Itoa(n)
		name = wanted[:min(len(wanted), validation.DNS1123LabelMaxLength-len(suffix))] + suffix
	}
	return name
}

// sourceOf returns the source of a volume as a string, without what addons cannot say: that a directory must exist, the modes of
// files, and the size and medium of an empty directory.
func sourceOf(volume any) string {
	var v corev1.Volume
	if err := json.Unmarshal([]byte(text(volume)), &v); err != nil {
		return ""
	}
	switch {
	case v.HostPath != nil:
		v.HostPath.Type = nil
	case v.ConfigMap != nil:
		v.ConfigMap.DefaultMode = nil
	case v.Secret != nil:
		v.Secret.DefaultMode = nil
	case v.EmptyDir != nil:
		v.EmptyDir = &corev1.EmptyDirVolumeSource{}
	}
	return text(v.VolumeSource)
}

// decoded returns the JSON form of a container or a volume.
func decoded(object any) map[string]any {
	var value map[string]any
	decoder := json.NewDecoder(bytes.NewReader([]byte(text(object))))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil { // types of Kubernetes are maps in JSON
		panic(err)
	}
	if resources, _ := value["resources"].(map[string]any); len(resources) == 0 {
		delete(value, "resources") // the type always has this field
	}
	return value
}

// text returns a value as JSON.
func text(value any) string {
	out, err := json.Marshal(value)
	if err != nil { // types of Kubernetes and what was decoded have a JSON form
		panic(err)
	}
	return string(out)
}
