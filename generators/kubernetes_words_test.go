package generators_test

import (
	"fmt"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/generators"
)

// kubernetesWords are fields of pods and jobs, at the places where somebody who knows Kubernetes writes them, with the
// word that the message must contain.
var kubernetesWords = map[string]map[string]string{
	"MiniCluster": {
		"spec.replicas":                                     `"size"`,
		"spec.completions":                                  `"size"`,
		"spec.parallelism":                                  `"size"`,
		"spec.template":                                     `"pod"`,
		"spec.image":                                        "it belongs under spec.containers[]",
		"spec.command":                                      "it belongs under spec.containers[]",
		"spec.env":                                          `called "environment" here, and belongs under spec.containers[]`,
		"spec.args":                                         `called "command" here, and belongs under spec.containers[]`,
		"spec.hostPath":                                     "it belongs under spec.containers[].volumes.<name>",
		"spec.pvc":                                          `called "claimName" here, and belongs under spec.containers[].volumes.<name>`,
		"spec.persistentVolumeClaim":                        `called "claimName" here, and belongs under spec.containers[].volumes.<name>`,
		"spec.volumes":                                      "it belongs under spec.containers[]",
		"spec.limits":                                       "it belongs under spec.containers[].resources",
		"spec.requests":                                     "it belongs under spec.containers[].resources",
		"spec.nodeSelector":                                 "it belongs under spec.pod",
		"spec.tolerations":                                  "it belongs under spec.pod",
		"spec.serviceAccountName":                           "it belongs under spec.pod",
		"spec.serviceAccount":                               `called "serviceAccountName" here, and belongs under spec.pod`,
		"spec.affinity":                                     `called "nodeAffinity" here, and belongs under spec.pod`,
		"spec.labels":                                       "it belongs under spec.pod or metadata",
		"spec.activeDeadlineSeconds":                        `"deadlineSeconds"`,
		"spec.walltime":                                     `"deadlineSeconds"`,
		"spec.wallTime":                                     `"deadlineSeconds"`,
		"spec.time-limit":                                   `"deadlineSeconds"`,
		"spec.time":                                         `"deadlineSeconds"`,
		"spec.ntasks":                                       `"tasks"`,
		"spec.nodes":                                        `"size"`,
		"spec.ttlSecondsAfterFinished":                      "latchkey.dev/ttl-seconds",
		"spec.suspend":                                      "latchkey.dev/queue",
		"spec.subdomain":                                    `called "headlessName" here, and belongs under spec.network`,
		"spec.initContainers":                               "commands.init",
		"spec.priorityClassName":                            "patch the rendered objects",
		"spec.pod.initContainers":                           "commands.init",
		"spec.pod.affinity":                                 `"nodeAffinity"`,
		"spec.pod.serviceAccount":                           `"serviceAccountName"`,
		"spec.pod.containers":                               "it belongs under spec",
		"spec.pod.hostNetwork":                              "with a device plugin",
		"spec.pod.imagePullSecrets":                         "it is called \"imagePullSecret\" here, and belongs under spec.containers[]",
		"spec.containers[].env":                             `"environment"`,
		"spec.containers[].envFrom":                         `"secrets"`,
		"spec.containers[].args":                            "behind the command",
		"spec.containers[].workingdir":                      `"workingDir"`,
		"spec.containers[].workdir":                         `"workingDir"`,
		"spec.containers[].limits":                          "it belongs under spec.containers[].resources",
		"spec.containers[].cpu":                             "{limits: {cpu: 4}}",
		"spec.containers[].memory":                          "{limits: {memory: 2Gi}}",
		"spec.containers[].volumeMounts":                    `"volumes"`,
		"spec.containers[].hostPath":                        "it belongs under spec.containers[].volumes.<name>",
		"spec.containers[].mountPath":                       `called "path" here, and belongs under spec.containers[].volumes.<name>`,
		"spec.containers[].lifecycle":                       `"lifeCycle"`,
		"spec.containers[].containerPort":                   `"ports"`,
		"spec.containers[].privileged":                      "it belongs under spec.containers[].securityContext",
		"spec.containers[].runAsUser":                       "it belongs under spec.containers[].securityContext",
		"spec.containers[].replicas":                        `called "size" here, and belongs under spec`,
		"spec.containers[].nodeSelector":                    "it belongs under spec.pod",
		"spec.containers[].livenessProbe":                   "patch the rendered objects",
		"spec.containers[].pullPolicy":                      `"imagePullPolicy"`,
		"spec.containers[].volumes.a.pvc":                   `"claimName"`,
		"spec.containers[].volumes.a.secret":                `"secretName"`,
		"spec.containers[].volumes.a.configMap":             `"configMapName"`,
		"spec.containers[].volumes.a.mountPath":             `"path"`,
		"spec.containers[].volumes.a.hostpath":              `"hostPath"`,
		"spec.containers[].volumes.a.persistentVolumeClaim": `"claimName"`,
		"spec.containers[].lifeCycle.preStop":               `"preStopExec"`,
		"spec.containers[].resources.cpu":                   `"limits"`,
	},
	"MetricSet": {
		"spec.replicas":               `"pods"`,
		"spec.size":                   `"pods"`,
		"spec.containers":             `"application"`,
		"spec.volumes":                `"volume-pvc"`,
		"spec.hostPath":               `"volume-hostpath"`,
		"spec.pvc":                    `"volume-pvc"`,
		"spec.image":                  "it belongs under spec.metrics[]",
		"spec.nodeSelector":           "it belongs under spec.pod",
		"spec.activeDeadlineSeconds":  `"deadlineSeconds"`,
		"spec.subdomain":              `"serviceName"`,
		"spec.metrics[].command":      "under options",
		"spec.metrics[].args":         "under options",
		"spec.metrics[].workingDir":   "under options",
		"spec.metrics[].limits":       "it belongs under spec.metrics[].resources",
		"spec.metrics[].volumeMounts": `"volume-pvc"`,
	},
	"MiniCluster v1alpha1": {
		"spec.replicas":                           `"size"`,
		"spec.containers[].env":                   `"environment"`,
		"spec.containers[].args":                  "behind the command",
		"spec.containers[].volumeMounts":          `"volumes"`,
		"spec.containers[].volumes.a.mountPath":   `"path"`,
		"spec.containers[].existingVolumes.a.pvc": `"claimName"`,
		"spec.volumes.a.hostPath":                 `"path"`,
		"spec.hostPath":                           `"path"`,
	},
	"MetricSet v1alpha1": {
		"spec.replicas":                       `"pods"`,
		"spec.application.args":               `"command"`,
		"spec.application.volumes.a.pvc":      `"claimName"`,
		"spec.application.volumes.a.emptyDir": `"emptyVol"`,
	},
}

func TestKubernetesWords(t *testing.T) {
	t.Parallel()
	for name, words := range kubernetesWords {
		name, old := strings.CutSuffix(name, " v1alpha1")
		kind, _ := generators.Registry{}.Kind("flux-framework.org", name)
		version := kind.Versions[1]
		if old {
			version = kind.Versions[0]
		}
		for path, want := range words {
			text := "x"
			parts := strings.Split(path, ".")
			for at := len(parts) - 1; at >= 0; at-- {
				name, isList := strings.CutSuffix(parts[at], "[]")
				if isList {
					text = "[" + text + "]"
				}
				text = "{" + name + ": " + text + "}"
			}
			_, problems := version.Decode(kyaml.MustParse(text).YNode())
			if detail := detailOf(problems, parts[len(parts)-1]); !strings.Contains(detail, want) {
				t.Errorf("%s %s, %s: %s, want %s", name, version.Name, path, detail, want)
			}
		}
	}
}

// detailOf returns the message about a key.
func detailOf(problems field.ErrorList, key string) string {
	for _, problem := range problems {
		if strings.HasSuffix(problem.Field, key) {
			return problem.Detail
		}
	}
	return fmt.Sprintf("nothing is said: %v", problems)
}
