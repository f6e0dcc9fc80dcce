package addons

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

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
	o.check(made, p)
	p.Name("claimName", validation.IsDNS1123Subdomain)
	if pods := pods(made); pods > 1 {
		p.Warn("claimName", "%d pods mount the claim: it needs an access mode for many, ReadWriteMany or ReadOnlyMany", pods)
	}
}

// pods returns the number of pods of a plan.
func pods(made plan.Plan) int32 {
	var all int32
	for _, job := range made.Jobs {
		all += job.Pods
	}
	return all
}
