package metadata

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Labels of generated objects.
const (
	// NetworkLabel binds pods to the Service that gives them their names. Its value is the name of that Service, so
	// an overlay that renames the Service can rename it too, and it stays when the workload gets another name.
	NetworkLabel = "latchkey.dev/network"
	// ComponentLabel tells the pods of a set apart by what they are there for.
	ComponentLabel = "app.kubernetes.io/component"
	// NameLabel holds the name of the set.
	NameLabel = "app.kubernetes.io/name"
	// QueueLabel is the label by which Kueue takes a job into a LocalQueue.
	QueueLabel = "kueue.x-k8s.io/queue-name"
)

// toolAnnotations are the domains whose annotations speak of the source object to kustomize, kpt, kubectl or Latchkey,
// and not of what it becomes.
var toolAnnotations = []string{
	"latchkey.dev/", "config.kubernetes.io/", "internal.config.kubernetes.io/", "config.k8s.io/",
	"kustomize.config.k8s.io/", "kubectl.kubernetes.io/", "kpt.dev/", "internal.kpt.dev/",
}

// UsersAnnotations returns the annotations of a source that are meant for what it becomes.
func UsersAnnotations(annotations map[string]string) map[string]string {
	users := maps.Clone(annotations)
	maps.DeleteFunc(users, func(key, _ string) bool {
		for _, domain := range toolAnnotations {
			if strings.HasPrefix(key, domain) {
				return true
			}
		}
		return false
	})
	return users
}

// Merged returns a new map in which later maps win, nil when it would be empty.
func Merged(all ...map[string]string) map[string]string {
	out := map[string]string{}
	for _, m := range all {
		maps.Copy(out, m)
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// Recreation are the annotations that ask Argo CD and Flux CD to delete an object that cannot be changed and to create
// it again.
//
// The sources are argoproj/argo-cd, docs/user-guide/sync-options.md, and fluxcd/kustomize-controller,
// docs/spec/v1/kustomizations.md.
func Recreation() map[string]string {
	return map[string]string{
		"argocd.argoproj.io/sync-options":   "Force=true,Replace=true",
		"kustomize.toolkit.fluxcd.io/force": "enabled",
	}
}

// ContentHash tells one content of objects of Kubernetes from another, in a form that can be part of a name.
func ContentHash(objects ...any) string {
	data, err := json.Marshal(objects)
	if err != nil {
		panic(err) // these are types of Kubernetes, all of which have a JSON form
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])[:latchkey.HashLength]
}
