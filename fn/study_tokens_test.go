package fn_test

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// TestStudyTokens renders the sets of a Study that run one after the other, with a metric attached. In each pod with an account of
// Latchkey, the container keygen or turn has the token, and no other container has it, whatever the options are.
func TestStudyTokens(t *testing.T) {
	t.Parallel()
	has := map[string]int{}
	for _, curve := range []string{"Cluster", "Secret"} {
		for _, onChange := range []string{"Fail", "Rename"} {
			for _, pod := range []string{"", "automountServiceAccountToken: false", "automountServiceAccountToken: true"} {
				annotations := fmt.Sprintf("latchkey.dev/curve: %s, latchkey.dev/on-change: %s", curve, onChange)
				if curve == "Secret" {
					annotations += ", latchkey.dev/curve-secret: key"
				}
				source := strings.Replace(varied, "{name: lammps}", "{name: lammps, annotations: {"+annotations+"}}", 1)
				source = strings.Replace(source, "spec:\n", "spec:\n  pod: {"+pod+"}\n  services: [{name: db, image: db}]\n", 1)
				_, _, sets := ordered(t, "{parallel: 1}", source+"---\n"+follower)
				for _, set := range sets {
					for _, job := range set.Spec.ReplicatedJobs {
						for _, container := range withToken(job.Template.Spec.Template.Spec) {
							if has[container]++; container != "keygen" && container != "turn" {
								t.Errorf("%s, %s: the container %s of %s has the token", annotations, pod, container, job.Name)
							}
						}
					}
				}
			}
		}
	}
	if has["turn"] != 2*2*3*8 || has["keygen"] == 0 {
		t.Errorf("containers with a token: %v, want one of each of the sets' turns", has)
	}
}

// withToken returns the names of the containers that can read the token of an account of Latchkey.
func withToken(pod corev1.PodSpec) (containers []string) {
	automount := pod.AutomountServiceAccountToken
	isForAll := pod.ServiceAccountName != "" && (automount == nil || *automount)
	tokens := map[string]bool{}
	for _, volume := range pod.Volumes {
		if volume.Projected == nil {
			continue
		}
		for _, source := range volume.Projected.Sources {
			tokens[volume.Name] = tokens[volume.Name] || source.ServiceAccountToken != nil
		}
	}
	for _, container := range append(pod.InitContainers, pod.Containers...) {
		hasToken := isForAll
		for _, mount := range container.VolumeMounts {
			hasToken = hasToken || tokens[mount.Name]
		}
		if hasToken {
			containers = append(containers, container.Name)
		}
	}
	return containers
}
