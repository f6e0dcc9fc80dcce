package addons

import (
	"path"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// mounting has the options of every volume.
type mounting struct {
	Name string `option:"name" required:"true" help:"name of the volume"`
	Path string `option:"path" required:"true" help:"directory at which all containers mount it"`
}

// writing has the option of volumes that can be written to.
type writing struct {
	ReadOnly bool `option:"readOnly" help:"mount it read-only"`
}

// ownVolumes is the prefix of the names of Latchkey's volumes. A user's volume may not have it.
const ownVolumes = "latchkey-"

// ownMounts are the paths at which Latchkey mounts volumes of its own. The first is read-only, so nothing can be
// mounted below it.
var ownMounts = []string{"/metrics_operator", "/run/latchkey"}

// isWithin tells whether a directory is one of others, or is below one of them.
func isWithin(directory string, others ...string) bool {
	return slices.ContainsFunc(others, func(other string) bool {
		return strings.HasPrefix(path.Clean(directory)+"/", other+"/")
	})
}

// check reports a name or a path that a volume cannot have, or that another volume has.
func (m mounting) check(made plan.Plan, p *options.Problems) {
	p.Name("name", validation.IsDNS1123Label)
	p.Directory("path")
	switch {
	case strings.HasPrefix(m.Name, ownVolumes):
		p.Invalid("name", "%q begins like the volumes of Latchkey: choose another", m.Name)
	case isWithin(m.Path, ownMounts...):
		p.Invalid("path", "%q is where the scripts are: choose another directory", m.Path)
	case strings.Contains(m.Path, ":"):
		p.Invalid("path", "%q has a colon in it, which the server refuses: choose another directory", m.Path)
	}
	taken := func(same func(plan.Volume) bool) bool {
		return slices.ContainsFunc(made.Jobs, func(job plan.Job) bool { return slices.ContainsFunc(job.Volumes, same) })
	}
	if taken(func(v plan.Volume) bool { return v.Name == m.Name }) {
		p.Invalid("name", "%q is the name of another volume of this metric: choose another", m.Name)
	}
	if taken(func(v plan.Volume) bool { return path.Clean(v.Path) == path.Clean(m.Path) }) {
		p.Invalid("path", "another volume of this metric is mounted at %q: choose another directory", m.Path)
	}
}

// add adds a volume to every job.
func (m mounting) add(made plan.Plan, readOnly bool, source corev1.VolumeSource) plan.Plan {
	for i := range made.Jobs {
		made.Jobs[i].Volumes = append(made.Jobs[i].Volumes, plan.Volume{
			Name: m.Name, Path: m.Path, ReadOnly: readOnly, Source: source,
		})
	}
	return made
}
