package minicluster

import (
	"cmp"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// newKeyObjects returns the Secret of the CURVE certificate. If the certificate is
// made in the cluster, it also returns the right to fill this Secret.
func newKeyObjects(c cluster) []runtime.Object {
	switch {
	case c.needsKey() && c.opts.Curve == latchkey.CurveInline:
		return []runtime.Object{newSecret(c, map[string][]byte{v1alpha2.CertificateKey: []byte(c.mc.Spec.Flux.CurveCert)})}
	case !c.makesKey():
		return nil
	}
	objects := []runtime.Object{newSecret(c, nil)}
	if c.keygenAccount() == c.keygenName() {
		objects = append(objects, &corev1.ServiceAccount{
			TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ServiceAccount"},
			ObjectMeta: c.meta(c.keygenName()),
		})
	}
	return append(objects, newRole(c), newRoleBinding(c))
}

// newSecret returns the Secret of the certificate. It has no data if a job fills
// it, so applying the manifest again keeps the data of the job.
func newSecret(c cluster, data map[string][]byte) *corev1.Secret {
	return &corev1.Secret{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"},
		ObjectMeta: c.meta(c.curveSecretName()),
		Data:       data,
	}
}

// keygenAccount is the service account that fills the Secret. In a JobSet a job of
// its own fills it. In a Job the pods of the brokers fill it; a pod has only one
// account, which is the user's if there is one.
func (c cluster) keygenAccount() string {
	if c.usesJob() && c.mc.Spec.Pod.ServiceAccountName != "" {
		return c.mc.Spec.Pod.ServiceAccountName
	}
	return c.keygenName()
}

func newRole(c cluster) *rbacv1.Role {
	return &rbacv1.Role{
		TypeMeta:   metav1.TypeMeta{APIVersion: rbacv1.SchemeGroupVersion.String(), Kind: "Role"},
		ObjectMeta: c.meta(c.keygenName()),
		Rules: []rbacv1.PolicyRule{{
			APIGroups:     []string{""},
			Resources:     []string{"secrets"},
			ResourceNames: []string{c.curveSecretName()},
			Verbs:         []string{"get", "patch"},
		}},
	}
}

// newRoleBinding binds the role. The API server requires a namespace for the
// subject, and a manifest cannot say "the namespace of this object". A set without
// a namespace is bound in "default", and the binding itself has this namespace:
// kubectl then refuses to apply it to another, where it would have no effect.
func newRoleBinding(c cluster) *rbacv1.RoleBinding {
	meta := c.meta(c.keygenName())
	meta.Namespace = cmp.Or(meta.Namespace, metav1.NamespaceDefault)
	return &rbacv1.RoleBinding{
		TypeMeta:   metav1.TypeMeta{APIVersion: rbacv1.SchemeGroupVersion.String(), Kind: "RoleBinding"},
		ObjectMeta: meta,
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: c.keygenName()},
		Subjects: []rbacv1.Subject{{
			Kind:      rbacv1.ServiceAccountKind,
			Name:      c.keygenAccount(),
			Namespace: meta.Namespace,
		}},
	}
}
