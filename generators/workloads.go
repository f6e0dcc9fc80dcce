package generators

import (
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// Targets returns the workloads that the object is attached to. said is false for an object that is attached to none.
func (r Resolved) Targets() (targets Targets, said bool) { return r.targets, r.watches }

// AttachTo attaches a resolved object without errors to a pod template. source identifies the object in the template,
// and target is what the object calls the workload. It returns the sidecars as a pod of their own, with what they
// inherit from the template, for checks of their rights. With errors nothing is attached. Only problems that
// [Resolve] has not reported are returned.
func (r Resolved) AttachTo(graft *transform.Graft, source string, target Target) (pod corev1.PodSpec, errs, warnings field.ErrorList) {
	template := graft.Template()
	carrier := newCarrier(template, target)
	for _, name := range graft.Attached() {
		carrier.Containers = slices.DeleteFunc(carrier.Containers, func(other string) bool { return other == name })
		carrier.Sidecars = append(carrier.Sidecars, name)
	}
	added, errs, warnings := r.kind.does.attach(r.Object, r.Options, carrier)
	errs, warnings = r.unreported(errs), r.unreported(warnings)
	if len(errs) > 0 {
		return pod, errs, warnings
	}
	addition := transform.Addition{Source: source, SharesProcesses: added.SharesProcesses}
	files := r.filesVolume()
	for _, sidecar := range added.Sidecars {
		container := sidecar.Container
		for i := range container.VolumeMounts {
			if container.VolumeMounts[i].Name == attach.FilesVolume {
				container.VolumeMounts[i].Name = files.Name
			}
		}
		all := append([]corev1.Volume{files}, sidecar.Volumes...)
		addition.Sidecars = append(addition.Sidecars, transform.Sidecar{Container: container, Volumes: all})
		pod.InitContainers = append(pod.InitContainers, container)
		pod.Volumes = append(pod.Volumes, sidecar.Volumes...)
	}
	graft.Attach(addition)
	pod.SecurityContext = podContext(template)
	return pod, nil, warnings
}

// unreported leaves out problems that Resolve has reported, and returns the others as problems of the fields that the
// user wrote.
func (r Resolved) unreported(problems field.ErrorList) field.ErrorList {
	return slices.DeleteFunc(inOwnFields(r.written, r.Object, problems), func(problem *field.Error) bool {
		return slices.ContainsFunc(r.known, func(known *field.Error) bool {
			return known.Field == problem.Field && known.Type == problem.Type && reflect.DeepEqual(known.BadValue, problem.BadValue)
		})
	})
}

// filesVolume returns the volume with the files of the object. Its name has that of the object, so that it does not
// depend on other objects that are attached too.
func (r Resolved) filesVolume() corev1.Volume {
	name := attach.FilesVolume + "-" + r.Object.GetName()
	opts := r.Options
	opts.Include = nil
	source := &corev1.ConfigMapVolumeSource{}
	source.Name = r.kind.does.files(r.Object, opts)[0].(metav1.Object).GetName()
	return corev1.Volume{
		Name:         strings.TrimRight(name[:min(len(name), findings.MaxLabel)], "-."),
		VolumeSource: corev1.VolumeSource{ConfigMap: source},
	}
}

// newCarrier describes a pod template to an object that is attached to it.
func newCarrier(template transform.Template, target Target) attach.Carrier {
	carrier := attach.Carrier{
		Name: target.String(), Title: target.String(), PodField: template.Field("spec"), Workload: true,
		Main:     map[string]attach.User{},
		NonRoot:  template.At("spec", "securityContext", "runAsNonRoot") == any(true),
		HostPID:  template.At("spec", "hostPID") == any(true),
		Unshared: template.At("spec", "shareProcessNamespace") == any(false),
	}
	for _, list := range []string{"initContainers", "containers", "ephemeralContainers"} {
		for _, container := range template.List("spec", list) {
			name, _ := transform.At(container, "name").(string)
			carrier.Containers = append(carrier.Containers, name)
			if list == "containers" {
				carrier.Main[name] = newUser(template, container)
			}
		}
	}
	carrier.User = together(carrier.Main)
	return carrier
}

// newUser says as which user a container runs, as far as the template says it.
func newUser(template transform.Template, container any) attach.User {
	user := attach.User{Plain: true}
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
func together(users map[string]attach.User) attach.User {
	var all []attach.User
	for _, user := range users {
		all = append(all, user)
	}
	if len(all) == 0 {
		return attach.User{Plain: true}
	}
	for _, user := range all[1:] {
		if !isSameID(user.UID, all[0].UID) || !isSameID(user.GID, all[0].GID) {
			return attach.User{UID: new(int64(0)), GID: new(int64(0)), Mixed: true}
		}
		all[0].Plain = all[0].Plain && user.Plain
	}
	return all[0]
}

func isSameID(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// number returns a whole number of decoded JSON, or nil.
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

// podContext returns what the containers of a template inherit, as far as it matters to Pod Security Standards.
func podContext(template transform.Template) *corev1.PodSecurityContext {
	context := &corev1.PodSecurityContext{RunAsUser: number(template.At("spec", "securityContext", "runAsUser"))}
	if nonRoot, said := template.At("spec", "securityContext", "runAsNonRoot").(bool); said {
		context.RunAsNonRoot = &nonRoot
	}
	if profile, said := template.At("spec", "securityContext", "seccompProfile", "type").(string); said {
		context.SeccompProfile = &corev1.SeccompProfile{Type: corev1.SeccompProfileType(profile)}
	}
	return context
}
