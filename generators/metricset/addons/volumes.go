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

// defaultMode is the mode of files from Secrets and ConfigMaps. It is the API server's default.
const defaultMode int32 = 0o644

func volumeCM() Addon {
	return define(About{
		Name:    "volume-cm",
		Summary: "mount an existing ConfigMap, read-only",
		Family:  "volume",
	}, volumeCMOptions{}, func(o volumeCMOptions, made plan.Plan, _ Target) plan.Plan {
		source := &corev1.ConfigMapVolumeSource{DefaultMode: new(defaultMode)}
		source.Name = o.ConfigMapName
		for _, key := range slices.Sorted(maps.Keys(o.Items)) {
			source.Items = append(source.Items, corev1.KeyToPath{Key: key, Path: o.Items[key]})
		}
		return o.add(made, true, corev1.VolumeSource{ConfigMap: source})
	})
}

type volumeCMOptions struct {
	ConfigMapName string            `option:"configMapName" required:"true" help:"name of the ConfigMap"`
	Items         map[string]string `option:"items" required:"true" help:"file, below path, of each key to mount"`
	mounting
}

func (o *volumeCMOptions) Validate(made plan.Plan, p *options.Problems) {
	o.mounting.Validate(made, p)
	p.Name("configMapName", validation.IsDNS1123Subdomain)
	for _, key := range slices.Sorted(maps.Keys(o.Items)) {
		file := o.Items[key]
		if file == "" || path.IsAbs(file) || strings.HasPrefix(file, "..") || slices.Contains(strings.Split(file, "/"), "..") {
			p.Findings.Invalid(p.Place("items").Key(key), file, "%q is no path below the volume: use a relative one without \"..\" at the beginning or between slashes, for example %q", file, key)
		}
		if len(validation.IsConfigMapKey(key)) > 0 {
			p.Findings.Invalid(p.Place("items").Key(key), key, "%q cannot be a key of a ConfigMap: use letters, digits, \"-\", \"_\" and \".\"", key)
		}
	}
}

func volumeEmpty() Addon {
	return define(About{
		Name:    "volume-empty",
		Summary: "mount an empty directory of the pod",
		Family:  "volume",
	}, volumeEmptyOptions{}, func(o volumeEmptyOptions, made plan.Plan, _ Target) plan.Plan {
		return o.add(made, o.ReadOnly, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}})
	})
}

type volumeEmptyOptions struct {
	mounting
	writing
}

func volumeHostpath() Addon {
	return define(About{
		Name:    "volume-hostpath",
		Summary: "mount a directory of the node",
		Family:  "volume",
	}, volumeHostpathOptions{}, func(o volumeHostpathOptions, made plan.Plan, _ Target) plan.Plan {
		return o.add(made, o.ReadOnly, corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: o.HostPath}})
	})
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

func volumePVC() Addon {
	return define(About{
		Name:    "volume-pvc",
		Summary: "mount an existing PersistentVolumeClaim",
		Family:  "volume",
	}, volumePVCOptions{}, func(o volumePVCOptions, made plan.Plan, _ Target) plan.Plan {
		return o.add(made, o.ReadOnly, corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{
			ClaimName: o.ClaimName,
		}})
	})
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
		p.Warn("claimName", "%d pods mount the claim: it needs an access mode for many, ReadWriteMany or ReadOnlyMany", pods)
	}
}

func volumeSecret() Addon {
	return define(About{
		Name:    "volume-secret",
		Summary: "mount an existing Secret",
		Family:  "volume",
	}, volumeSecretOptions{}, func(o volumeSecretOptions, made plan.Plan, _ Target) plan.Plan {
		return o.add(made, o.ReadOnly, corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{
			SecretName: o.SecretName, DefaultMode: new(defaultMode),
		}})
	})
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
