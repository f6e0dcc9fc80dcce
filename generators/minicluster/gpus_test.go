package minicluster_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/podtest"
)

// TestGPUs counts the whole and partial GPUs of device plugins.
func TestGPUs(t *testing.T) {
	t.Parallel()
	for limits, want := range map[string]string{
		"nvidia.com/gpu: 2":                                      "2",
		"nvidia.com/gpu.shared: 4":                               "4",
		"nvidia.com/mig-1g.5gb: 3":                               "3",
		"nvidia.com/mig-3g.20gb: 1, nvidia.com/mig-1g.5gb.me: 1": "2",
		"amd.com/gpu: 8":                                         "8",
		"amd.com/cpx_nps4: 8":                                    "8",
		"gpu.intel.com/i915: 1":                                  "1",
		"gpu.intel.com/xe: 2":                                    "2",
		"gpu.intel.com/xe_monitoring: 1":                         "",
		"gpu.intel.com/memory.max: 1":                            "",
		"habana.ai/gaudi: 8":                                     "8",
		"aws.amazon.com/neuron: 1":                               "1",
		"aws.amazon.com/neuroncore: 2":                           "",
		"google.com/tpu: 4":                                      "4",
		"deviceclass.resource.kubernetes.io/gpu.nvidia.com: 1":   "1",
		"deviceclass.resource.kubernetes.io/mig.nvidia.com: 1":   "1",
		"deviceclass.resource.kubernetes.io/nic.example.com: 1":  "",
		"vpc.amazonaws.com/efa: 1":                               "",
		"rdma/hca: 1":                                            "",
		"cpu: 1":                                                 "",
	} {
		all := expand(t, "{containers: [{image: a, command: b, resources: {limits: {"+limits+"}}}]}", latchkey.Options{})
		if got := podtest.Variables(all.brokers(t).Template.Spec.Containers[0])["LATCHKEY_GPUS"]; got != want {
			t.Errorf("%s: LATCHKEY_GPUS is %q, want %q", limits, got, want)
		}
	}
}

// TestValidateGPUs warns of a job that asks for GPUs without a limit.
func TestValidateGPUs(t *testing.T) {
	t.Parallel()
	limit := func(name string) change {
		return func(mc *MiniCluster) {
			mc.Spec.Containers[0].Resources.Limits = corev1.ResourceList{corev1.ResourceName(name): resource.MustParse("1")}
		}
	}
	flags := func(text string) change { return func(mc *MiniCluster) { mc.Spec.Flux.OptionFlags = text } }
	warning := func(text string) []row {
		return []row{{
			name: text, change: flags(text),
			warnings: problems(invalid("spec.flux.optionFlags", text, `"`+text+`" asks for GPUs, but the runner has no limit that names GPUs, so Flux knows only those that it finds in the pod: set a limit, for example nvidia.com/gpu: 1`)),
		}}
	}
	for _, text := range []string{"-g 1", "-g1", "-N 1 -g=2", "--gpus-per-task=1", "--gpus-per-node 2"} {
		judged(t, warning(text))
	}
	judged(t, []row{
		{name: "a whole one", change: all(flags("-g 1"), limit("nvidia.com/gpu"))},
		{name: "a part of one", change: all(flags("-g 1"), limit("nvidia.com/mig-1g.5gb"))},
		{
			name: "no words", change: flags("-g 1 $(date)"),
			errs: problems(invalid("spec.flux.optionFlags", "-g 1 $(date)", `"-g 1 $(date)" would have to be expanded by a shell, and no shell reads it: write the value itself, or put single quotes around a $ that is meant`)),
		},
		{name: "no GPU", change: flags("--setattr=gpus-per-task=1 -ogpu-affinity=off --group=a")},
		{
			name: "what is no GPU", change: all(flags("-g 1"), limit("rdma/hca")),
			warnings: warning("-g 1")[0].warnings,
		},
	})
}
