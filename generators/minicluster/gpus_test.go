package minicluster_test

import (
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
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
