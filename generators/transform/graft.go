package transform

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
)

// An Addition is what one attached object adds to a pod template.
type Addition struct {
	// Source identifies the attached object.
	Source string
	// Sidecars become native sidecars, after the init containers of the template.
	Sidecars []Sidecar
	// SharesProcesses says that the sidecars must see the processes of the other containers.
	SharesProcesses bool
}

// A Sidecar is a container with the volumes that it mounts.
type Sidecar struct {
	Container corev1.Container
	Volumes   []corev1.Volume
}

// A Graft changes what is attached to one pod template. It collects the edits.
//
// An annotation of the template lists what was added, by sources, and which lists and mappings were made for it. So all
// of it can be removed again, and nothing else.
type Graft struct {
	item   *Item
	path   []string
	fields map[string]any
	record record
	dirty  bool
	edits  []Edit
}

// record is the content of the annotation.
type record struct {
	// Made are the paths of what was not there before.
	Made []string `json:"made,omitempty"`
	// Sets has the names of what each source added, with the lists that they are in.
	Sets map[string][]string `json:"sets"`
}

// Names in records.
const (
	initContainers = "initContainers"
	volumes        = "volumes"
	sharing        = "shareProcessNamespace"
	metadata       = "metadata"
	annotations    = "annotations"
)

// NewGraft returns the graft of a template of an item. An error says what in the template cannot be changed.
func NewGraft(item *Item, template Template) (*Graft, error) {
	g := &Graft{item: item, path: template.Path, fields: runtime.DeepCopyJSON(template.Value.(map[string]any))}
	for _, keys := range [][]string{{metadata}, {metadata, annotations}, {"spec", initContainers}, {"spec", volumes}} {
		isList := keys[0] == "spec"
		switch At(g.fields, keys...).(type) {
		case nil:
		case map[string]any:
			if isList {
				return nil, fmt.Errorf("its %s is no list: write a list there, or leave it out", template.Field(keys...))
			}
		default:
			if _, fits := At(g.fields, keys...).([]any); !isList || !fits {
				return nil, fmt.Errorf("its %s is neither a mapping nor a list as it should be: correct it, or leave it out", template.Field(keys...))
			}
		}
	}
	text, _ := At(g.fields, metadata, annotations, latchkey.AnnotationAttached).(string)
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
func (g *Graft) Template() Template { return Template{Path: g.path, Value: g.fields} }

// Attached returns the names of the containers that are attached now.
func (g *Graft) Attached() (names []string) {
	for _, source := range g.Sources() {
		names = append(names, g.AttachedBy(source)...)
	}
	return names
}

// AttachedBy returns the names of the containers that a source has attached.
func (g *Graft) AttachedBy(source string) (names []string) {
	for _, added := range g.record.Sets[source] {
		if list, name := cutRecord(added); list == initContainers {
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
		list, name := cutRecord(added)
		elements, _ := At(g.fields, "spec", list).([]any)
		if list == volumes && g.holders(added) > 1 {
			continue // another source mounts it too
		}
		if at := slices.IndexFunc(elements, func(element any) bool { return At(element, "name") == any(name) }); at >= 0 {
			g.remove("spec", list, strconv.Itoa(at))
		}
	}
	delete(g.record.Sets, source)
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
	if !g.dirty && At(g.fields, metadata, annotations, latchkey.AnnotationAttached) != nil {
		g.remove(metadata, annotations, latchkey.AnnotationAttached)
	}
	g.dirty = true
}

// Attach adds what a source adds. The source must not be attached yet. The names of its containers must be free. A
// volume whose name is taken gets another name, unless it is the same volume.
func (g *Graft) Attach(a Addition) {
	g.begin()
	if g.record.Sets == nil {
		g.record.Sets = map[string][]string{}
	}
	add := func(what string) {
		if !slices.Contains(g.record.Sets[a.Source], what) {
			g.record.Sets[a.Source] = append(g.record.Sets[a.Source], what)
		}
	}
	if a.SharesProcesses {
		g.share()
		add(sharing)
	}
	for _, sidecar := range a.Sidecars {
		renamed := map[string]string{}
		for _, volume := range sidecar.Volumes {
			name, isNew := g.freeVolume(volume)
			renamed[volume.Name] = name
			if isNew {
				volume.Name = name
				g.append(volumes, decoded(volume))
			}
			if isNew || g.holders(volumes+"/"+name) > 0 {
				add(volumes + "/" + name)
			}
		}
		container := *sidecar.Container.DeepCopy()
		container.RestartPolicy = new(corev1.ContainerRestartPolicyAlways)
		for i := range container.VolumeMounts {
			container.VolumeMounts[i].Name = renamed[container.VolumeMounts[i].Name]
		}
		g.append(initContainers, decoded(container))
		add(initContainers + "/" + container.Name)
	}
}

// freeVolume returns the name for a volume, and whether the template does not have the volume yet.
func (g *Graft) freeVolume(volume corev1.Volume) (name string, isNew bool) {
	taken := map[string]any{}
	list, _ := At(g.fields, "spec", volumes).([]any)
	for _, each := range list {
		name, _ := At(each, "name").(string)
		taken[name] = each
	}
	name = volume.Name
	for n := 1; taken[name] != nil; n++ {
		if isSame(taken[name], volume) {
			return name, false
		}
		suffix := "-" + strconv.Itoa(n)
		name = volume.Name[:min(len(volume.Name), validation.DNS1123LabelMaxLength-len(suffix))] + suffix
	}
	return name, true
}

// isSame tells whether a volume of the template is the given one, but for the name.
func isSame(there any, volume corev1.Volume) bool {
	value := decoded(volume)
	value["name"] = At(there, "name")
	one, _ := json.Marshal(there) // what was decoded can be encoded
	other, _ := json.Marshal(value)
	return string(one) == string(other)
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
