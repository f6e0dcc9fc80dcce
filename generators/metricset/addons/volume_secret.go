package addons

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// defaultMode is the mode of files from Secrets and ConfigMaps. It is the API server's default.
const defaultMode int32 = 0o644

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
	o.check(made, p)
	p.Name("secretName", validation.IsDNS1123Subdomain)
}
