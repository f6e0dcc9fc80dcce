package crate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// uuid matches the UID of an object of Kubernetes.
var uuid = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// action adds a run, with all that it used and made.
func (g *graph) action(f Folder, folder string, agent *ref) ref {
	set := f.Sets[folder]
	run := entity{
		ID: "urn:uuid:" + set.UID, Type: "CreateAction", Name: set.Name, Description: describe(set), Agent: agent,
		StartTime: clock(cmp.Or(set.Started, set.Created)), EndTime: clock(set.Ended), ActionStatus: &ref{"http://schema.org/ActiveActionStatus"},
	}
	if !uuid.MatchString(set.UID) || g.has[run.ID] {
		run.ID = local("run", folder)
	}
	switch set.State {
	case runs.Completed:
		run.ActionStatus.ID = "http://schema.org/CompletedActionStatus"
	case runs.Failed:
		run.ActionStatus.ID = "http://schema.org/FailedActionStatus"
		run.Error = "It failed, and nothing says why."
		if set.Cause != nil {
			run.Error = set.Cause.What
		}
	}
	run.Instrument = []ref{g.program(f.Programs[folder], set), g.latchkey(set.Latchkey)}
	run.ContainerImage = g.images(set)
	parameters := map[string]string{}
	_ = json.Unmarshal([]byte(set.Annotations[latchkey.AnnotationParameters]), &parameters) // a set of no study has none
	run.Object = g.values("parameter", parameters)
	run.Environment = g.values("environment", set.Environment)
	if set.Kept != nil {
		run.Object = append(run.Object, g.there(set.Kept.Sources, set.Kept.Manifests)...)
	}
	run.Result = g.there(path.Join(folder, runs.SetFile))
	for _, pod := range set.Pods {
		for _, c := range pod.Containers {
			if c.Log != "" {
				run.Result = append(run.Result, g.there(path.Join(folder, c.Log))...)
			}
		}
	}
	for _, figure := range f.Figures[folder] {
		run.Result = append(run.Result, g.figure(figure))
	}
	return g.add(run)
}

// describe says what was run, and where.
func describe(set *runs.Set) string {
	words := []string{fmt.Sprintf("%s of %s.", cmp.Or(set.Kind, "Set"), text.Count(int(set.Size), "pod"))}
	if set.Command != "" {
		words = append(words, "Command: "+set.Command)
	}
	var nodes []string
	for _, node := range set.Nodes {
		about := slices.DeleteFunc([]string{node.InstanceType, node.CPUModel, node.Architecture, node.Kernel, node.OS, node.Kubelet}, func(s string) bool { return s == "" })
		nodes = append(nodes, strings.TrimSuffix(node.Name+" ("+strings.Join(about, ", ")+")", " ()"))
	}
	if len(nodes) > 0 {
		words = append(words, "Nodes: "+strings.Join(nodes, "; "))
	}
	return strings.Join(words, "\n")
}

func clock(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// there returns references to those of some files that the folder has.
func (g *graph) there(files ...string) (all []ref) {
	for _, file := range files {
		if id := inFolder(file); file != "" && g.has[id] {
			all = append(all, ref{id})
		}
	}
	return all
}

// values adds values that have a name. Runs with equal values share them.
func (g *graph) values(kind string, values map[string]string) (all []ref) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all = append(all, g.add(entity{ID: local(kind, name+"="+values[name]), Type: "PropertyValue", Name: name, Value: values[name]}))
	}
	return all
}

func (g *graph) figure(figure Figure) ref {
	out := entity{
		ID: local("figure", figure.Run+"/"+figure.Name), Type: "PropertyValue", Name: figure.Name, Value: figure.Value, UnitText: figure.Unit,
	}
	if number, err := strconv.ParseFloat(figure.Value, 64); err == nil && !math.IsNaN(number) && !math.IsInf(number, 0) {
		out.Value = number
	}
	return g.add(out)
}

// latchkey adds the Latchkey of a version that wrote a record.
func (g *graph) latchkey(version string) ref {
	return g.add(entity{
		ID: versioned(page, version), Type: "SoftwareApplication", Name: "Latchkey", URL: page, SoftwareVersion: cmp.Or(version, "unknown"),
	})
}

// program adds the application of a set. If its output does not say what it is, it is named by its image, which is its
// version too.
func (g *graph) program(known Program, set *runs.Set) ref {
	out := entity{Type: "SoftwareApplication", Name: known.Name, URL: known.URL, SoftwareVersion: known.Version}
	if image := set.Images[set.Application]; known.Name == "" {
		_, name, _ := parts(image)
		out.Name, out.SoftwareVersion = path.Base(cmp.Or(name, set.Application, "application")), cmp.Or(image, "unknown")
	}
	out.ID = local("program", out.Name+" "+out.SoftwareVersion)
	if known.URL != "" {
		out.ID = versioned(known.URL, known.Version)
	}
	return g.add(out)
}

// images adds the images of all containers that were seen, with the digests that ran, or else those that the set names.
func (g *graph) images(set *runs.Set) (all []ref) {
	add := func(image, id string) {
		if one := g.image(image, id); image != "" && !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	for _, pod := range set.Pods {
		for _, c := range pod.Containers {
			add(c.Image, c.ImageID)
		}
	}
	if len(all) == 0 {
		for _, name := range slices.Sorted(maps.Keys(set.Images)) {
			add(set.Images[name], "")
		}
	}
	return all
}

// image adds an image, with the digest in the ID that the node gives it: "docker.io/lammps@sha256:12...".
func (g *graph) image(image, id string) ref {
	named, digest, _ := strings.Cut(image, "@sha256:")
	if _, ran, isKnown := strings.Cut(id, "sha256:"); isKnown {
		digest = ran
	}
	registry, name, tag := parts(named)
	return g.add(entity{
		ID: local("image", strings.TrimSpace(image+" "+digest)), Type: "ContainerImage", Name: name, Registry: registry, Tag: tag, SHA256: digest,
		AdditionalType: &ref{"https://w3id.org/ro/terms/workflow-run#DockerImage"},
	})
}

// parts returns the parts of the name of an image without a digest: "ghcr.io", "lab/lammps" and "1".
func parts(image string) (registry, name, tag string) {
	registry, name, hasRegistry := strings.Cut(image, "/")
	if !hasRegistry || !strings.ContainsAny(registry, ".:") && registry != "localhost" {
		registry, name = "docker.io", image
	}
	name, tag, _ = strings.Cut(name, ":")
	return registry, name, tag
}
