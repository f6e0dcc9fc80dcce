package attach

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Pod describes the pods that a set is attached to, as the set sees them.
type Pod struct {
	// Name is the target as users write it, for example "Job/bench". Title is what messages call it, and Field is the path of
	// the field for its pods: "spec.pod" of a MiniCluster, "spec.template.spec" of a Job.
	Name, Title, Field string
	// Containers are the names of the containers of the pods, without Sidecars, which other sets have added.
	Containers, Sidecars []string
	// Watched has the containers that can be watched, by their names, with the users that they run as.
	Watched map[string]User
	// User is the user for a look at all containers in Watched together.
	User
	// Limits are what the pods say about all their containers.
	Limits
	// Labels of the workload.
	Labels map[string]string
	// Flux says what is special about the pods of a MiniCluster. It is nil for any other workload.
	Flux *Flux
}

// Limits are fields of a pod that decide what a sidecar can do there.
type Limits struct {
	// NonRoot says that the pods exclude root, except for containers that allow it themselves.
	NonRoot bool
	// HostPID says that the containers see the processes of the node.
	HostPID bool
	// Unshared says that shareProcessNamespace is false.
	Unshared bool
}

// Flux describes how Flux runs in the pods of a MiniCluster. Package minicluster makes it.
type Flux struct {
	// Part is the name of the replicated job of the brokers. TriesImages is the name of the replicated job that tries images before them,
	// or "".
	Part, TriesImages string
	// Container is the name of the broker's container, and Command its command. All processes that Flux starts descend from it.
	Container string
	Command   []string
	// Application is the command that Flux runs, as the user wrote it. It is "" for an interactive MiniCluster.
	Application string
	// Launches says that Flux starts the command itself, as its initial program. Otherwise the command is a job.
	Launches bool
	// Pods is the number of broker pods, at least 1.
	Pods int32
	// Unshared says that the user set shareProcessNamespace to false.
	Unshared bool
	// Volumes are the names of Latchkey's own volumes, which no set shares.
	Volumes []string
	// Hashed says that names end in a hash of what is made.
	Hashed bool
}

// A User is what the manifests say about the user of a container.
type User struct {
	// UID and GID are the ids of its user and group. They are nil if only the image knows them.
	UID, GID *int64
	// Plain says that the container has no more rights than other containers of its user.
	Plain bool
	// Mixed says that this is the user for a look at containers of several users.
	Mixed bool
}

// An Addition is what an attached set adds to every pod.
type Addition struct {
	// Files are the scripts and other files of the set.
	Files *corev1.ConfigMap
	// Sidecars start before the containers that they watch, in this order.
	Sidecars []Sidecar
	// SharesProcesses says that a sidecar must see the processes of the other containers.
	SharesProcesses bool
}

// A Sidecar is a container of an [Addition] with the volumes that it mounts. It is a native sidecar.
type Sidecar struct {
	Container corev1.Container
	Volumes   []corev1.Volume
}

// newPod describes a pod template of a workload. flux describes the MiniCluster, or is nil.
func newPod(target Target, template transform.Template, labels map[string]string, flux *Flux) Pod {
	pod := Pod{
		Name: target.String(), Title: target.Title(), Field: template.Field("spec"),
		Watched: map[string]User{},
		Limits: Limits{
			NonRoot:  template.At("spec", "securityContext", "runAsNonRoot") == any(true),
			HostPID:  template.At("spec", "hostPID") == any(true),
			Unshared: template.At("spec", "shareProcessNamespace") == any(false),
		},
		Labels: labels,
		Flux:   flux,
	}
	for _, list := range []string{"initContainers", "containers", "ephemeralContainers"} {
		for _, container := range template.List("spec", list) {
			name, _ := transform.At(container, "name").(string)
			pod.Containers = append(pod.Containers, name)
			if list == "containers" && (flux == nil || name == flux.Container) {
				pod.Watched[name] = newUser(template, container)
			}
		}
	}
	if flux != nil {
		pod.Field, pod.Unshared = "spec.pod", flux.Unshared
	}
	pod.User = together(pod.Watched)
	return pod
}

// nowhere describes pods that are not there, so that the other mistakes of a set can be found. No index of a pod is too
// large for them. flux describes a MiniCluster with mistakes, or is nil.
func nowhere(request Request, flux *Flux) Pod {
	pod := Pod{Name: request.words(), Title: request.words(), Field: "spec"}
	if !request.isForMiniCluster() {
		return pod
	}
	if flux == nil {
		flux = &Flux{Pods: 1000}
	}
	pod.Title, pod.Field, pod.Flux = request.Targets[0].Title(), "spec.pod", flux
	return pod
}

// newUser says as which user a container runs, as far as the template says it.
func newUser(template transform.Template, container any) User {
	user := User{Plain: true}
	for _, context := range []any{template.At("spec", "securityContext"), transform.At(container, "securityContext")} {
		if id := number(transform.At(context, "runAsUser")); id != nil {
			user.UID = id
		}
		if id := number(transform.At(context, "runAsGroup")); id != nil {
			user.GID = id
		}
	}
	added, _ := transform.At(container, "securityContext", "capabilities", "add").([]any)
	if transform.At(container, "securityContext", "privileged") == any(true) || len(added) > 0 {
		user.Plain = false
	}
	return user
}

// together returns the user for a sidecar that watches several containers. If their users differ, it is root, with the
// right to look at the processes of others.
func together(users map[string]User) User {
	all := slices.Collect(maps.Values(users))
	if len(all) == 0 {
		return User{Plain: true}
	}
	for _, user := range all[1:] {
		if !ptr.Equal(user.UID, all[0].UID) || !ptr.Equal(user.GID, all[0].GID) {
			return User{UID: new(int64(0)), GID: new(int64(0)), Mixed: true}
		}
		all[0].Plain = all[0].Plain && user.Plain
	}
	return all[0]
}

// number returns an integer of decoded JSON, or nil.
func number(value any) *int64 {
	switch value := value.(type) {
	case int64:
		return &value
	case float64:
		return new(int64(value))
	case interface{ Int64() (int64, error) }:
		if whole, err := value.Int64(); err == nil {
			return &whole
		}
	}
	return nil
}

// podContext returns what sidecars inherit from a template, as far as it matters to Pod Security Standards.
func podContext(template transform.Template) *corev1.PodSecurityContext {
	context := &corev1.PodSecurityContext{RunAsUser: number(template.At("spec", "securityContext", "runAsUser"))}
	if nonRoot, isSet := template.At("spec", "securityContext", "runAsNonRoot").(bool); isSet {
		context.RunAsNonRoot = &nonRoot
	}
	if profile, isSet := template.At("spec", "securityContext", "seccompProfile", "type").(string); isSet {
		context.SeccompProfile = &corev1.SeccompProfile{Type: corev1.SeccompProfileType(profile)}
	}
	return context
}
