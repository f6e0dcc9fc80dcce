package addons

import (
	"maps"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"

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

// Validate reports a name or a path that a volume cannot have, or that another volume has.
func (m *mounting) Validate(made plan.Plan, p *options.Problems) {
	p.Name("name", validation.IsDNS1123Label)
	p.Directory("path")
	switch {
	case strings.HasPrefix(m.Name, ownVolumes):
		p.Invalid("name", "%q begins like the volumes of Latchkey: choose another name", m.Name)
	case isWithin(m.Path, ownMounts...):
		p.Invalid("path", "%q is where the scripts are: choose another directory", m.Path)
	case strings.Contains(m.Path, ":"):
		p.Invalid("path", "%q has a colon in it, which the server refuses: choose another directory", m.Path)
	}
	taken := func(same func(plan.Volume) bool) bool {
		return slices.ContainsFunc(made.Jobs, func(job plan.Job) bool { return slices.ContainsFunc(job.Volumes, same) })
	}
	if taken(func(v plan.Volume) bool { return v.Name == m.Name }) {
		p.Invalid("name", "%q is the name of another volume of this metric: choose another name", m.Name)
	}
	if taken(func(v plan.Volume) bool { return path.Clean(v.Path) == path.Clean(m.Path) }) {
		p.Invalid("path", "another volume of this metric is mounted at %q: choose another directory", m.Path)
	}
}

// mounted returns the volume with its source.
func (m mounting) mounted(readOnly bool, source corev1.VolumeSource) plan.Volume {
	return plan.Volume{Name: m.Name, Path: m.Path, ReadOnly: readOnly, Source: source}
}

// volumeSettings are the options of a volume.
type volumeSettings[T any] interface {
	settings[T]
	volume() plan.Volume
}

// volume returns the addon that adds a volume to every job.
func volume[T any, P volumeSettings[T]](name, summary string) Addon {
	return define[T, P](About{Name: name, Summary: summary, Family: "volume"}, *new(T), func(o T, made plan.Plan, _ int32) plan.Plan {
		for i := range made.Jobs {
			made.Jobs[i].Volumes = append(made.Jobs[i].Volumes, P(&o).volume())
		}
		return made
	})
}

// defaultMode is the mode of files from Secrets and ConfigMaps. It is the API server's default.
const defaultMode int32 = 0o644

type volumeCMOptions struct {
	ConfigMapName string            `option:"configMapName" required:"true" help:"name of the ConfigMap"`
	Items         map[string]string `option:"items" required:"true" help:"file, below path, of each key to mount"`
	mounting
}

func (o *volumeCMOptions) Validate(made plan.Plan, p *options.Problems) {
	o.mounting.Validate(made, p)
	p.Name("configMapName", validation.IsDNS1123Subdomain)
	p.Items(p.Place("items"), o.Items)
}

func (o *volumeCMOptions) volume() plan.Volume {
	source := &corev1.ConfigMapVolumeSource{DefaultMode: new(defaultMode)}
	source.Name = o.ConfigMapName
	for _, key := range slices.Sorted(maps.Keys(o.Items)) {
		source.Items = append(source.Items, corev1.KeyToPath{Key: key, Path: o.Items[key]})
	}
	return o.mounted(true, corev1.VolumeSource{ConfigMap: source})
}

type volumeEmptyOptions struct {
	mounting
	writing
}

func (o *volumeEmptyOptions) volume() plan.Volume {
	return o.mounted(o.ReadOnly, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}})
}

type volumeHostpathOptions struct {
	HostPath string `option:"hostPath" required:"true" help:"directory of the node"`
	mounting
	writing
}

func (o *volumeHostpathOptions) Validate(made plan.Plan, p *options.Problems) {
	o.mounting.Validate(made, p)
	p.NodePath("hostPath")
}

func (o *volumeHostpathOptions) volume() plan.Volume {
	return o.mounted(o.ReadOnly, corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: o.HostPath}})
}

type volumePVCOptions struct {
	ClaimName string `option:"claimName" required:"true" help:"name of the claim"`
	mounting
	writing
}

func (o *volumePVCOptions) Validate(made plan.Plan, p *options.Problems) {
	o.mounting.Validate(made, p)
	p.Name("claimName", validation.IsDNS1123Subdomain)
	if pods := pods(made); pods > 1 && o.ClaimName != "" {
		p.Warn("claimName", "%d pods mount this claim: use a claim with the access mode ReadWriteMany or ReadOnlyMany", pods)
	}
}

func (o *volumePVCOptions) volume() plan.Volume {
	return o.mounted(o.ReadOnly, corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: o.ClaimName}})
}

type volumeSecretOptions struct {
	SecretName string `option:"secretName" required:"true" help:"name of the Secret"`
	mounting
	writing
}

func (o *volumeSecretOptions) Validate(made plan.Plan, p *options.Problems) {
	o.mounting.Validate(made, p)
	p.Name("secretName", validation.IsDNS1123Subdomain)
}

func (o *volumeSecretOptions) volume() plan.Volume {
	return o.mounted(o.ReadOnly, corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: o.SecretName, DefaultMode: new(defaultMode)}})
}
