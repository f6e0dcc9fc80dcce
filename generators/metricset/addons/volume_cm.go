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
	o.check(made, p)
	p.Name("configMapName", validation.IsDNS1123Subdomain)
	for _, key := range slices.Sorted(maps.Keys(o.Items)) {
		file := o.Items[key]
		if file == "" || path.IsAbs(file) || strings.HasPrefix(file, "..") || slices.Contains(strings.Split(file, "/"), "..") {
			p.InvalidAt(p.Place("items").Key(key), file, "%q is no path below the volume: use a relative one without \"..\" at the beginning or between slashes, for example %q", file, key)
		}
		if len(validation.IsConfigMapKey(key)) > 0 {
			p.InvalidAt(p.Place("items").Key(key), key, "%q cannot be a key of a ConfigMap: use letters, digits, \"-\", \"_\" and \".\"", key)
		}
	}
}
