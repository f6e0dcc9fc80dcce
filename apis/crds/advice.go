package crds

import "maps"

// adviceFor returns the advice about unknown fields of a version of a kind.
func adviceFor(kind, version string) map[string]string {
	all := maps.Clone(anywhere)
	maps.Copy(all, advice[kind])
	maps.Copy(all, advice[kind+" "+version])
	return all
}

const (
	optionOfMetric = "it is an option of some metrics: write it under options"
	optionOrAddon  = `it is an option of some metrics, and of the addon "application": write it under options`
	addonOfVolume  = `give the metric an addon such as "volume-pvc" or "volume-hostpath"`
	runAsUser      = "it is one of v1alpha1: write the number of the user as securityContext.runAsUser"
	behindCommand  = "there is none: write the arguments behind the command"
	podsOfV1alpha2 = "use apiVersion flux-framework.org/v1alpha2"
)

// advice says for kinds, and for single versions of them, what to write in place of fields that are unknown there: fields of earlier versions and
// releases, which published examples still have and no field of today means, and fields of Kubernetes.
var advice = map[string]map[string]string{
	"MiniCluster": {
		// The Flux Operator had these before it released v1alpha1.
		"spec.localDeploy": "it is a field of an older release: a set becomes the same objects for every cluster, so leave it out",

		"spec.containers[].args":   behindCommand,
		"spec.containers[].cpu":    "write resources: {limits: {cpu: 4}}",
		"spec.containers[].memory": "write resources: {limits: {memory: 2Gi}}",
	},
	"MiniCluster v1alpha1": {
		"spec.hostPath": `write it as the "path" of a volume, as in volumes: {data: {path: /data}}`,
	},
	"MiniCluster v1alpha2": {
		"spec.fluxRestful":          "it is one of v1alpha1: nothing is downloaded as pods run, so leave it out, or run a REST server from an image, as a sidecar",
		"spec.users":                "it is one of v1alpha1: a set belongs to one user, so leave them out",
		"spec.flux.installRoot":     "this is a field of v1alpha1: leave it out, and if the application's image has Flux, write container.disable: true",
		"spec.flux.curveCertSecret": "this is a field of v1alpha1: name the Secret in the annotation latchkey.dev/curve-secret of the MiniCluster",

		"spec.containers[].diagnostics": "it is a field of v1alpha1, where facts about Flux are printed in place of the command: leave it out",
		"spec.containers[].cores":       "it is one of v1alpha1: write the number of cores as resources.limits.cpu, and Flux gives out as many on each node",
		"spec.containers[].fluxUser":    runAsUser,
		"spec.containers[].fluxuser":    runAsUser,
	},
	"MetricSet v1alpha1": {
		"spec.pod.labels":      "v1alpha1 has no labels of pods: " + podsOfV1alpha2,
		"spec.pod.annotations": "v1alpha1 has no annotations of pods: " + podsOfV1alpha2,
	},
	"MetricSet v1alpha2": {
		"spec.application": `it is one of v1alpha1: give the metric the addon "application", with image and command as its options`,
		"spec.storage": `it is one of v1alpha1: give the metric an addon such as "volume-pvc" or "volume-hostpath", and commands as its options ` +
			`pre, prefix and post`,
		"spec.completions": "it is one of v1alpha1: a metric runs once in each of its pods, so give the number as pods",
		"spec.containers":  `a MetricSet has none: write what to watch as the addon "application" of the metric`,
		"spec.volumes":     addonOfVolume,
		"spec.hostPath":    addonOfVolume,
		"spec.claimName":   addonOfVolume,

		"spec.metrics[].container":   "the image of a metric is image",
		"spec.metrics[].rate":        optionOfMetric,
		"spec.metrics[].completions": optionOfMetric,
		"spec.metrics[].tasks":       optionOfMetric,
		"spec.metrics[].command":     optionOrAddon,
		"spec.metrics[].workdir":     optionOrAddon,
		"spec.metrics[].workingDir":  optionOrAddon,
		"spec.metrics[].volumes":     addonOfVolume,
		"spec.metrics[].hostPath":    addonOfVolume,
		"spec.metrics[].claimName":   addonOfVolume,
	},
}

// unsaid is the advice about a field without any counterpart.
const unsaid = "nothing here says it: leave it out, and patch the rendered objects where you need it"

// anywhere has fields of Kubernetes, in small letters, that no kind has at any place.
var anywhere = map[string]string{
	"ttlsecondsafterfinished": "write the annotation latchkey.dev/ttl-seconds",
	"suspend":                 "write the annotation latchkey.dev/queue for Kueue, which suspends by itself, or leave it out",
	"initcontainers":          "there are none: write what has to run before as commands.init or commands.pre of a container",
	"podfailurepolicy":        "leave it out: pods never restart alone",
	"livenessprobe":           unsaid, "readinessprobe": unsaid, "startupprobe": unsaid, "priorityclassname": unsaid,
	"hostnetwork": "Flux and MPI know a pod by its host name, which is the node's in the network of the host: leave it out, and give the pods " +
		"the fast network with a device plugin (resources.limits) or with Multus (pod.annotations)",
	"hostaliases": unsaid, "dnsconfig": unsaid, "topologyspreadconstraints": unsaid,
	"terminationgraceperiodseconds": unsaid, "volumedevices": unsaid, "stdin": unsaid, "tty": unsaid, "subpath": unsaid,
	"overhead": unsaid, "enableservicelinks": unsaid, "preemptionpolicy": unsaid, "volumeclaimtemplates": unsaid,
}
