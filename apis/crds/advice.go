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
	runAsUser      = "this is a field of v1alpha1: write the number of the user as securityContext.runAsUser"
	behindCommand  = "write the arguments behind the command, in the field command"
	podsOfV1alpha2 = "use apiVersion flux-framework.org/v1alpha2"
)

// advice says for kinds, and for single versions of them, what to write in place of fields that are unknown there: fields of earlier versions and
// releases, which published examples still have and no field of today means, and fields of Kubernetes.
var advice = map[string]map[string]string{
	"MiniCluster": {
		// The Flux Operator had these before it released v1alpha1.
		"spec.localDeploy": "this is a field of an older release. A MiniCluster becomes the same objects for every cluster: leave the field out",

		"spec.containers[].args":   behindCommand,
		"spec.containers[].cpu":    "write resources: {limits: {cpu: 4}}",
		"spec.containers[].memory": "write resources: {limits: {memory: 2Gi}}",
	},
	"MiniCluster v1alpha1": {
		"spec.hostPath": `write the directory as the "path" of a volume, as in volumes: {data: {path: /data}}`,
	},
	"MiniCluster v1alpha2": {
		"spec.fluxRestful":          "this is a field of v1alpha1. Nothing is downloaded while pods run: leave the field out, or run a REST server from an image, as a sidecar",
		"spec.users":                "this is a field of v1alpha1. A MiniCluster belongs to one user: leave the field out",
		"spec.flux.installRoot":     "this is a field of v1alpha1: leave it out. If the image of the application has Flux, write flux.container.disable: true",
		"spec.flux.curveCertSecret": "this is a field of v1alpha1: name the Secret in the annotation latchkey.dev/curve-secret of the MiniCluster",

		"spec.containers[].diagnostics": "this is a field of v1alpha1, which prints facts about Flux and does not run the command: leave it out",
		"spec.containers[].cores":       "this is a field of v1alpha1: write the number of cores as resources.limits.cpu, and Flux uses as many in each pod",
		"spec.containers[].fluxUser":    runAsUser,
		"spec.containers[].fluxuser":    runAsUser,
	},
	"MetricSet v1alpha1": {
		"spec.pod.labels":      "v1alpha1 has no labels of pods: " + podsOfV1alpha2,
		"spec.pod.annotations": "v1alpha1 has no annotations of pods: " + podsOfV1alpha2,
	},
	"MetricSet v1alpha2": {
		"spec.application": `this is a field of v1alpha1: give the metric the addon "application", with the options image and command`,
		"spec.storage": `this is a field of v1alpha1: give the metric an addon such as "volume-pvc" or "volume-hostpath", and write commands into the options ` +
			`pre, prefix and post of the metric`,
		"spec.completions": "this is a field of v1alpha1. A metric runs once in each of its pods: write the number as spec.pods",
		"spec.containers":  `a MetricSet has no containers: write what to watch as the addon "application" of the metric`,
		"spec.volumes":     addonOfVolume,
		"spec.hostPath":    addonOfVolume,
		"spec.claimName":   addonOfVolume,

		"spec.metrics[].container":   "write the image of the metric into the field image",
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
const unsaid = "Latchkey has no field for this: leave it out, and patch the rendered objects where you need it"

// anywhere has fields of Kubernetes, in small letters, that no kind has at any place.
var anywhere = map[string]string{
	"ttlsecondsafterfinished": "write the annotation latchkey.dev/ttl-seconds",
	"suspend":                 "leave it out; for Kueue, which suspends jobs by itself, write the annotation latchkey.dev/queue",
	"initcontainers":          "write what has to run first as commands.init or commands.pre of a container",
	"podfailurepolicy":        "pods never restart alone: leave it out",
	"livenessprobe":           unsaid, "readinessprobe": unsaid, "startupprobe": unsaid, "priorityclassname": unsaid,
	"hostnetwork": "Flux and MPI find a pod by its host name, and with hostNetwork that is the name of the node: leave it out, and give the pods " +
		"the fast network with a device plugin (resources.limits) or with Multus (pod.annotations)",
	"hostaliases": unsaid, "dnsconfig": unsaid, "topologyspreadconstraints": unsaid,
	"terminationgraceperiodseconds": unsaid, "volumedevices": unsaid, "stdin": unsaid, "tty": unsaid, "subpath": unsaid,
	"overhead": unsaid, "enableservicelinks": unsaid, "preemptionpolicy": unsaid, "volumeclaimtemplates": unsaid,
}
