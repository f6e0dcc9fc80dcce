package workload

import (
	"cmp"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// nobody is the user of pods that are not the user's application, "nobody" of Debian and other systems. It owns no files.
const nobody = 65534

// NobodyContext is what the Pod Security Standard "restricted" requires of a pod, for a pod that runs as nobody.
func NobodyContext() *corev1.PodSecurityContext {
	return &corev1.PodSecurityContext{
		RunAsNonRoot:   new(true),
		RunAsUser:      new(int64(nobody)),
		SeccompProfile: restrictedProfile(),
	}
}

// Restricted is what the Pod Security Standard "restricted" requires of a container, beside the security context of its pod.
func Restricted() *corev1.SecurityContext {
	return &corev1.SecurityContext{
		AllowPrivilegeEscalation: new(false),
		Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
	}
}

// RestrictedAlone is [Restricted] for a container in a pod that may say nothing. Its user is the user of the pod.
func RestrictedAlone() *corev1.SecurityContext {
	context := Restricted()
	context.SeccompProfile = restrictedProfile()
	return context
}

// restrictedUser is the user of restricted pods for which nothing names a user. It is the first user that Debian and Ubuntu make, and the
// default of the user in v1alpha1.
const restrictedUser = 1000

// Secured returns pods that satisfy a Pod Security Standard where their source says nothing. What the source says stays.
func Secured(pod corev1.PodSpec, standard latchkey.PodSecurity) corev1.PodSpec {
	if standard != latchkey.PodSecurityRestricted {
		return pod
	}
	whole := ptr.Deref(pod.SecurityContext.DeepCopy(), corev1.PodSecurityContext{})
	whole.RunAsNonRoot = cmp.Or(whole.RunAsNonRoot, new(true))
	if whole.RunAsUser == nil {
		whole.RunAsUser, whole.RunAsGroup = new(int64(restrictedUser)), cmp.Or(whole.RunAsGroup, new(int64(restrictedUser)))
	}
	whole.SeccompProfile = cmp.Or(whole.SeccompProfile, restrictedProfile())
	pod.SecurityContext = &whole
	for _, containers := range [][]corev1.Container{pod.InitContainers, pod.Containers} {
		for i := range containers {
			containers[i].SecurityContext = secured(containers[i].SecurityContext)
		}
	}
	return pod
}

// secured returns the security context of a container of [Secured] pods.
func secured(written *corev1.SecurityContext) *corev1.SecurityContext {
	context := ptr.Deref(written.DeepCopy(), corev1.SecurityContext{})
	context.AllowPrivilegeEscalation = cmp.Or(context.AllowPrivilegeEscalation, new(false))
	capabilities := ptr.Deref(context.Capabilities, corev1.Capabilities{})
	capabilities.Drop = Restricted().Capabilities.Drop
	context.Capabilities = &capabilities
	return &context
}

func restrictedProfile() *corev1.SeccompProfile {
	return &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault}
}

// NewPermission gives a right to a service account. meta has the name of the objects. An account of this name is made too.
//
// The API server requires a namespace for the subject, and a manifest cannot say "the namespace of this object". A set without
// a namespace is bound in "default", and the binding itself has this namespace: kubectl then refuses to apply it to another,
// where it would have no effect.
func NewPermission(meta metav1.ObjectMeta, account string, right rbacv1.PolicyRule) []runtime.Object {
	version := rbacv1.SchemeGroupVersion.String()
	bound := meta
	bound.Namespace = cmp.Or(meta.Namespace, metav1.NamespaceDefault)
	var objects []runtime.Object
	if account == meta.Name {
		objects = append(objects, &corev1.ServiceAccount{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ServiceAccount"}, ObjectMeta: meta})
	}
	return append(objects,
		&rbacv1.Role{
			TypeMeta:   metav1.TypeMeta{APIVersion: version, Kind: "Role"},
			ObjectMeta: meta,
			Rules:      []rbacv1.PolicyRule{right},
		},
		&rbacv1.RoleBinding{
			TypeMeta:   metav1.TypeMeta{APIVersion: version, Kind: "RoleBinding"},
			ObjectMeta: bound,
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: meta.Name},
			Subjects:   []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Name: account, Namespace: bound.Namespace}},
		})
}
