package suggest

import "strings"

// kin maps words of Kubernetes and of batch systems, in small letters, to words with the same meaning in objects that Latchkey reads.
var kin = map[string][]string{
	// of containers
	"args": {"command"}, "arguments": {"command"}, "cmd": {"command"}, "exec": {"command"},
	"env": {"environment"}, "envs": {"environment"}, "envvars": {"environment"}, "variables": {"environment"},
	"envfrom": {"secrets"}, "secretkeyref": {"secrets"}, "valuefrom": {"secrets"},
	"workdir": {"workingDir"}, "workingdir": {"workdir"}, "workingdirectory": {"workingDir", "workdir"}, "cwd": {"workingDir", "workdir"},
	"pullpolicy": {"imagePullPolicy"}, "pullsecret": {"imagePullSecret"}, "pullsecrets": {"imagePullSecret"}, "imagepullsecrets": {"imagePullSecret"},
	"containerport": {"ports"}, "hostport": {"ports"},
	"poststart": {"postStartExec"}, "prestop": {"preStopExec"},
	"cpu": {"limits", "resources"}, "memory": {"limits", "resources"}, "gpu": {"limits", "resources"}, "gpus": {"limits", "resources"},
	"limit": {"limits", "resources"}, "request": {"requests", "resources"},
	"uid": {"runAsUser"}, "user": {"runAsUser"}, "gid": {"runAsGroup"}, "group": {"runAsGroup"},
	// of volumes
	"volumemounts": {"volumes"}, "mounts": {"volumes"}, "existingvolumes": {"volumes"}, "mountpath": {"path"}, "mount": {"path"},
	"pvc": {"claimName"}, "claim": {"claimName"}, "existingclaim": {"claimName"}, "persistentvolumeclaim": {"claimName", "volume-pvc"},
	"persistentvolumeclaims": {"claimName"}, "configmap": {"configMapName", "volume-cm"}, "configmapref": {"configMapName"}, "cm": {"configMapName"},
	"secret": {"secretName"}, "secretref": {"secretName"}, "csi": {"csiDriver"}, "driver": {"csiDriver"}, "sizelimit": {"emptyDirSizeLimit"},
	"emptydir": {"emptyVol", "volume-empty"}, "emptyvol": {"emptyDir"}, "hostdir": {"hostPath"}, "readonlymount": {"readOnly"},
	// of pods, jobs and services
	"replicas": {"size", "pods"}, "completions": {"size", "pods"}, "parallelism": {"size", "pods"}, "nodes": {"size", "pods"},
	"size": {"pods", "replicas"}, "pods": {"size", "replicas"}, "minreplicas": {"minSize"}, "maxreplicas": {"maxSize"},
	"template": {"pod"}, "podtemplate": {"pod"}, "podspec": {"pod"}, "sidecars": {"containers"}, "sidecarcontainers": {"containers"},
	"serviceaccount": {"serviceAccountName"}, "runtimeclass": {"runtimeClassName"}, "scheduler": {"schedulerName"}, "affinity": {"nodeAffinity"},
	"activedeadlineseconds": {"deadlineSeconds"}, "deadline": {"deadlineSeconds"}, "timeout": {"deadlineSeconds"},
	"walltime": {"deadlineSeconds"}, "timelimit": {"deadlineSeconds"}, "time": {"deadlineSeconds"}, "maxtime": {"deadlineSeconds"},
	"wallclock": {"deadlineSeconds"}, "duration": {"deadlineSeconds"}, "ntasks": {"tasks"}, "nprocs": {"tasks"}, "np": {"tasks"}, "ranks": {"tasks"},
	"nnodes": {"size", "pods"}, "numnodes": {"size", "pods"},
	"maxrestarts": {"backoffLimit"}, "retries": {"backoffLimit"}, "restarts": {"backoffLimit"},
	"subdomain": {"headlessName", "serviceName"}, "headlessservice": {"headlessName", "serviceName"}, "servicename": {"headlessName"},
	"sharedprocessnamespace": {"shareProcessNamespace"}, "selector": {"podSelector"}, "matchlabels": {"podSelector"},
	// programs, and the metrics that run them
	"pidstat": {"perf-sysstat"}, "iostat": {"io-sysstat"}, "lstopo": {"sys-hwloc"},
}

// Kin returns the words with the same meaning as a word of Kubernetes in some object that Latchkey reads, the likeliest
// first: "environment" for "env". Case, dashes and underscores do not count.
func Kin(word string) []string { return kin[strings.ToLower(simplify(word))] }
