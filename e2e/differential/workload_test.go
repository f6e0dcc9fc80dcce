//go:build e2e

package differential

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// podChanges are pods that sets are attached to, by what is unusual about them.
var podChanges = map[string]func(pod, container tree){
	"os windows":      func(pod, _ tree) { pod["os"] = tree{"name": "windows"} },
	"os linux":        func(pod, _ tree) { pod["os"] = tree{"name": "linux"} },
	"limits of a pod": func(pod, _ tree) { pod["resources"] = tree{"limits": tree{"cpu": "1", "memory": "64Mi"}} },
	"requests of a pod": func(pod, _ tree) {
		pod["resources"] = tree{"requests": tree{"cpu": "10m", "memory": "1Mi"}, "limits": tree{"memory": "2Mi"}}
	},
	"limits of a container": func(_, container tree) {
		container["resources"] = tree{"limits": tree{"cpu": "1", "memory": "64Mi", "ephemeral-storage": "1Gi"}}
	},
	"user namespace":      func(pod, _ tree) { pod["hostUsers"] = false },
	"host's processes":    func(pod, _ tree) { pod["hostPID"] = true },
	"host's network":      func(pod, _ tree) { pod["hostNetwork"], pod["dnsPolicy"] = true, "ClusterFirstWithHostNet" },
	"no shared processes": func(pod, _ tree) { pod["shareProcessNamespace"] = false },
	"no root":             func(pod, _ tree) { pod["securityContext"] = tree{"runAsNonRoot": true, "runAsUser": int64(1000)} },
	"no capability": func(_, container tree) {
		container["securityContext"] = tree{"allowPrivilegeEscalation": false, "capabilities": tree{"drop": []any{"ALL"}}}
	},
	"a sidecar": func(pod, container tree) {
		pod["initContainers"] = []any{tree{"name": "beside", "image": container["image"], "restartPolicy": "Always"}}
	},
	"restart rules": func(_, container tree) {
		container["restartPolicy"] = "Never"
	},
}

// changeWorkload makes one pod of a package unusual, and says how. Most packages have no pod of their own.
func changeWorkload(r *rand.Rand, objects []tree) string {
	var pods []tree
	for _, object := range objects {
		if !strings.HasPrefix(textOf(object, "apiVersion"), group+"/") && !strings.HasPrefix(textOf(object, "apiVersion"), "latchkey.dev/") {
			pods = append(pods, podsIn(object)...)
		}
	}
	if len(pods) == 0 || r.IntN(2) > 0 {
		return ""
	}
	pod, change := pick(r, pods), pick(r, slices.Sorted(maps.Keys(podChanges)))
	container, _ := pod["containers"].([]any)[0].(tree)
	podChanges[change](pod, container)
	return "a pod with " + change
}

// podsIn returns all maps with containers, in the order of their keys.
func podsIn(value any) (pods []tree) {
	switch value := value.(type) {
	case tree:
		if containers, ok := value["containers"].([]any); ok && len(containers) > 0 {
			if _, ok := containers[0].(tree); ok {
				pods = append(pods, value)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			pods = append(pods, podsIn(value[key])...)
		}
	case []any:
		for _, each := range value {
			pods = append(pods, podsIn(each)...)
		}
	}
	return pods
}
