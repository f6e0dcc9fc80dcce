package fn

import (
	"slices"
	"strings"

	rbacv1 "k8s.io/api/rbac/v1"
)

// placeSubjects puts the service accounts in generated role bindings into the namespaces that they had at first, as
// they have their first names. kustomize, which renames references after this run, takes a subject's namespace for such
// a one, and then writes the present one (kustomize, api/filters/nameref, filterMapCandidatesByNamespace).
func (r *run) placeSubjects() {
	for _, s := range r.sources {
		for _, object := range s.objects {
			if binding, ok := object.(*rbacv1.RoleBinding); ok {
				for at := range binding.Subjects {
					r.placeSubject(&binding.Subjects[at])
				}
			}
		}
	}
}

func (r *run) placeSubject(subject *rbacv1.Subject) {
	for _, item := range r.in.Items {
		account := item.APIVersion == "v1" && item.Kind == rbacv1.ServiceAccountKind && subject.Kind == rbacv1.ServiceAccountKind
		if account && item.Namespace == subject.Namespace && slices.Contains(item.formerNames(), subject.Name) {
			subject.Namespace, _, _ = strings.Cut(item.annotation(annotationPrevSpaces), ",")
			return
		}
	}
}
