package fn

import (
	"strings"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// placeSubjects gives the service accounts in generated role bindings their former namespaces. Their names are former
// names too. kustomize renames references after this run: it looks for an account by former name and former namespace,
// and then writes the present ones (kustomize, api/filters/nameref, filterMapCandidatesByNamespace).
func (r *run) placeSubjects(objects []runtime.Object) {
	for _, object := range objects {
		if binding, ok := object.(*rbacv1.RoleBinding); ok {
			for at := range binding.Subjects {
				r.placeSubject(&binding.Subjects[at])
			}
		}
	}
}

func (r *run) placeSubject(subject *rbacv1.Subject) {
	if r.accounts == nil {
		r.accounts = accountsByFormerName(r.in.Items)
	}
	if account := r.accounts[Key{Namespace: subject.Namespace, Name: subject.Name}]; account != nil {
		subject.Namespace, _, _ = strings.Cut(account.annotation(annotationPrevSpaces), ",")
	}
}

// accountsByFormerName finds the service accounts that kustomize has renamed, by their present namespaces and former names.
func accountsByFormerName(items []*Item) map[Key]*Item {
	accounts := map[Key]*Item{}
	for _, item := range items {
		if item.APIVersion != "v1" || item.Kind != rbacv1.ServiceAccountKind {
			continue
		}
		for _, name := range item.formerNames() {
			if key := (Key{Namespace: item.Namespace, Name: name}); accounts[key] == nil {
				accounts[key] = item
			}
		}
	}
	return accounts
}
