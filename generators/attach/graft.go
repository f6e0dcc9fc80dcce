package attach

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Graft changes what is attached to one pod template. It collects the edits.
//
// An annotation of the template lists what was added, by sources, and which lists and mappings were made for it. So all
// of it can be removed again, and nothing else.
type Graft struct {
	item   *transform.Item
	path   []string
	fields map[string]any
	record record
	dirty  bool
	edits  []transform.Edit
	// asked has the names that were asked for of the volumes that were added.
	asked map[string]string
	// out are the containers and volumes of later sources, while another source is attached before them.
	out []element
}

// record is the content of the annotation.
type record struct {
	// Made are the paths of what was not there before.
	Made []string `json:"made,omitempty"`
	// Nulls has the texts of the nulls that additions took the place of, by the last keys of their paths.
	Nulls map[string]string `json:"nulls,omitempty"`
	// Sets has the names of what each source added, with the lists that they are in.
	Sets map[string][]string `json:"sets"`
}

// Names in records.
const (
	initContainers = "initContainers"
	containers     = "containers"
	volumes        = "volumes"
	sharing        = "shareProcessNamespace"
	metadata       = "metadata"
	annotations    = "annotations"
)

// NewGraft returns the graft of a template of an item. An error says what in the template cannot be changed.
func NewGraft(item *transform.Item, template transform.Template) (*Graft, error) {
	g := &Graft{item: item, path: template.Path, fields: runtime.DeepCopyJSON(template.Value.(map[string]any)), asked: map[string]string{}}
	for _, keys := range [][]string{{metadata}, {metadata, annotations}, {"spec", initContainers}, {"spec", volumes}} {
		value, wantsList := transform.At(g.fields, keys...), keys[0] == "spec"
		_, isList := value.([]any)
		_, isMapping := value.(map[string]any)
		switch {
		case value == nil, isList && wantsList, isMapping && !wantsList:
		case isMapping:
			return nil, fmt.Errorf("its %s is no list: write a list there, or leave it out", template.Field(keys...))
		default:
			return nil, fmt.Errorf("its %s is neither a mapping nor a list as it should be: correct it, or leave it out", template.Field(keys...))
		}
	}
	text, _ := transform.At(g.fields, metadata, annotations, latchkey.AnnotationAttached).(string)
	if text == "" {
		return g, nil
	}
	if err := json.Unmarshal([]byte(text), &g.record); err != nil {
		return nil, fmt.Errorf("its annotation %s is not what Latchkey wrote: remove it, and the sidecars that it is about", latchkey.AnnotationAttached)
	}
	return g, nil
}

// Sources returns the sources of what is attached, sorted.
func (g *Graft) Sources() []string { return slices.Sorted(maps.Keys(g.record.Sets)) }

// Template returns the template as it is after the changes so far.
func (g *Graft) Template() transform.Template {
	return transform.Template{Path: g.path, Value: g.fields}
}

// AttachedBy returns the names of the containers that a source has attached.
func (g *Graft) AttachedBy(source string) (names []string) {
	for _, added := range g.record.Sets[source] {
		if list, name := cutRecord(added); list == initContainers || list == containers {
			names = append(names, name)
		}
	}
	return names
}

// Detach removes what a source has added.
func (g *Graft) Detach(source string) {
	if g.record.Sets[source] == nil {
		return
	}
	g.begin()
	for _, added := range slices.Backward(g.record.Sets[source]) {
		list, at := g.find(added)
		if list == volumes && g.holders(added) > 1 {
			continue // another source mounts it too
		}
		if at >= 0 {
			g.remove("spec", list, strconv.Itoa(at))
		}
	}
	delete(g.record.Sets, source)
}

// find returns the list that an entry of a record is about, and the index of the element there, or -1.
func (g *Graft) find(added string) (list string, at int) {
	list, name := cutRecord(added)
	return list, slices.IndexFunc(g.Template().List("spec", list), func(element any) bool { return transform.At(element, "name") == any(name) })
}

// holders returns the number of sources whose records have an entry.
func (g *Graft) holders(added string) (count int) {
	for _, source := range g.Sources() {
		if slices.Contains(g.record.Sets[source], added) {
			count++
		}
	}
	return count
}

// begin removes the annotation before the first change. [Graft.Edits] writes it again.
func (g *Graft) begin() {
	if !g.dirty && transform.At(g.fields, metadata, annotations, latchkey.AnnotationAttached) != nil {
		g.remove(metadata, annotations, latchkey.AnnotationAttached)
	}
	g.dirty = true
}

// attach adds what a source adds. The source must not be attached yet. The names of its containers must be free. A
// volume whose name is taken gets another name, unless it is the same volume. No volume with one of the reserved names is
// the same. What is attached is in the order of the sources, whatever was attached earlier.
func (g *Graft) attach(source string, a Addition, reserved []string) {
	g.begin()
	g.takeOut(source)
	defer g.putBack()
	if g.record.Sets == nil {
		g.record.Sets = map[string][]string{}
	}
	add := func(what string) {
		if !slices.Contains(g.record.Sets[source], what) {
			g.record.Sets[source] = append(g.record.Sets[source], what)
		}
	}
	if a.SharesProcesses {
		g.share()
		add(sharing)
	}
	for _, sidecar := range a.Sidecars {
		renamed := map[string]string{}
		for _, volume := range sidecar.Volumes {
			name, isNew := g.freeVolume(decoded(volume), reserved)
			renamed[volume.Name] = name
			if isNew {
				g.asked[name], volume.Name = volume.Name, name
				g.append(volumes, decoded(volume))
			}
			if isNew || g.holders(volumes+"/"+name) > 0 {
				add(volumes + "/" + name)
			}
		}
		container := *sidecar.Container.DeepCopy()
		for i := range container.VolumeMounts {
			container.VolumeMounts[i].Name = renamed[container.VolumeMounts[i].Name]
		}
		list := initContainers
		if container.RestartPolicy == nil {
			list = containers
		}
		g.append(list, decoded(container))
		add(list + "/" + container.Name)
	}
}

// try adds a container that starts the image of a sidecar once, with its shell, unless the image is tried already. A
// native sidecar whose image cannot start would hold the application on all nodes, and nothing in Kubernetes bounds that.
func (g *Graft) try(sidecar corev1.Container) {
	isSame := func(trial any) bool { return transform.At(trial, "image") == any(sidecar.Image) }
	if slices.ContainsFunc(g.Template().List("spec", initContainers), isSame) {
		return
	}
	g.append(initContainers, decoded(corev1.Container{
		Name:            imageTrial + sidecar.Name,
		Image:           sidecar.Image,
		ImagePullPolicy: sidecar.ImagePullPolicy,
		Command:         []string{"/bin/bash", "-c", "exit 0"},
		SecurityContext: &corev1.SecurityContext{ // what restricted namespaces ask for, beside that of the pod
			AllowPrivilegeEscalation: new(false),
			Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
		},
	}))
}

// imageTrial begins the names of containers that try an image.
const imageTrial = "try-"

// freeVolume returns the name for a volume, and whether the template does not have the volume yet.
func (g *Graft) freeVolume(volume map[string]any, reserved []string) (name string, isNew bool) {
	taken := map[string]any{}
	for _, each := range g.Template().List("spec", volumes) {
		name, _ := transform.At(each, "name").(string)
		taken[name] = each
	}
	wanted, _ := volume["name"].(string)
	name = wanted
	for n := 1; taken[name] != nil || g.isOut(name, volume); n++ {
		asked, isOurs := g.asked[name]
		if taken[name] != nil && (!isOurs || asked == wanted) && !slices.Contains(reserved, name) && isSame(taken[name], volume) {
			return name, false
		}
		suffix := "-" + strconv.Itoa(n)
		name = wanted[:min(len(wanted), validation.DNS1123LabelMaxLength-len(suffix))] + suffix
	}
	return name, true
}

// isSame tells whether a volume of the template is the given one. It does not compare the name, nor what addons cannot
// say: that a directory must exist, the modes of files, and the size and medium of an empty directory.
func isSame(there any, volume map[string]any) bool {
	existing, _ := there.(map[string]any)
	for key, source := range volume {
		fields, _ := existing[key].(map[string]any)
		switch {
		case key == "name":
		case fields == nil, fields["name"] != transform.At(source, "name"), fields["path"] != transform.At(source, "path"):
			return false
		case key == "hostPath", key == "emptyDir":
		case withoutMode(fields) != withoutMode(source.(map[string]any)):
			return false
		}
	}
	return len(existing) == len(volume)
}

// withoutMode returns the source of a volume as text, without the modes of its files.
func withoutMode(source map[string]any) string {
	source = maps.Clone(source)
	delete(source, "defaultMode")
	text, _ := json.Marshal(source) // what was decoded can be encoded
	return string(text)
}

// decoded returns the JSON form of a container or a volume.
func decoded(object any) map[string]any {
	var value map[string]any
	text, err := json.Marshal(object)
	if err == nil {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		err = decoder.Decode(&value)
	}
	if err != nil { // types of Kubernetes have a JSON form
		panic(err)
	}
	if isEmpty(value["resources"]) {
		delete(value, "resources") // the type always has this field
	}
	return value
}
