package minicluster

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// accelerator matches the resources of device plugins that Flux calls GPUs: whole GPUs, shared GPUs, and parts of a GPU that
// a program sees as devices. Memory, time or monitors of a device do not count.
//
// The names are those of the plugins of NVIDIA (gpu, gpu.shared, mig-1g.5gb), AMD (gpu, cpx_nps4), Intel (i915, xe),
// Habana, AWS and Google, and of any that ends in /gpu.
var accelerator = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[^/]+/gpu|nvidia\.com/(?:gpu\.shared|mig-[0-9]+g\..+)|amd\.com/[a-z]px_nps[0-9]+|` +
		`gpu\.intel\.com/(?:i915|xe)|habana\.ai/gaudi|aws\.amazon\.com/neuron(?:device)?|google\.com/tpu|` +
		regexp.QuoteMeta(deviceClass) + `.*\b(?:gpu|mig)\b.*)$`)
})

// deviceClass begins the name of a resource that stands for a DeviceClass, see kubernetes/api, resource/v1,
// ResourceDeviceClassPrefix.
const deviceClass = "deviceclass.resource.kubernetes.io/"

// gpus is the number of GPUs in the limits of a container.
func gpus(resources corev1.ResourceRequirements) int {
	var n int64
	for name, quantity := range resources.Limits {
		if strings.Contains(string(name), "/") && accelerator().MatchString(string(name)) {
			n += quantity.Value()
		}
	}
	return int(n)
}

// checkGPUs warns of a job that asks for GPUs when no limit says how many a pod has.
func (v *judge) checkGPUs() {
	runner, _ := v.theRunner()
	flags := v.mc.Spec.Flux.OptionFlags
	words, err := v1alpha2.SplitWords(flags) // an error is one of the field, and reported there
	if err != nil || runner == nil || gpus(runnerResources(v.cluster, *runner)) > 0 || !slices.ContainsFunc(words, asksForGPUs) {
		return
	}
	v.Warn(v1alpha2.FluxPath.Child("optionFlags"), flags, "%q asks for GPUs, but the runner has no limit that names GPUs, so Flux knows only those that it finds in the pod: set a limit, for example nvidia.com/gpu: 1", flags)
}

func asksForGPUs(word string) bool {
	return strings.HasPrefix(word, "--gpus-per-") || strings.HasPrefix(word, "-g") && strings.Trim(word[2:], "0123456789=") == ""
}
