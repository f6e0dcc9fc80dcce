package fn

import (
	"strings"

	rbacv1 "k8s.io/api/rbac/v1"
)

// placeSubjects gives the service accounts in generated role bindings their former namespaces. Their names are former
// names too. kustomize renames references after this run: it looks for an account by former name and former namespace,
// and then writes the present ones (kustomize, api/filters/nameref, filterMapCandidatesByNamespace).
func (r *run) placeSubjects() {
	accounts := map[Key]*Item{}
	for _, item := range r.in.Items {
		if item.APIVersion != "v1" || item.Kind != rbacv1.ServiceAccountKind {
			continue
		}
		for _, name := range item.formerNames() {
			if key := (Key{Namespace: item.Namespace, Name: name}); accounts[key] == nil {
				accounts[key] = item
			}
		}
	}
	for _, s := range r.sources {
		for _, object := range s.objects {
			if binding, ok := object.(*rbacv1.RoleBinding); ok {
				for at := range binding.Subjects {
					placeSubject(&binding.Subjects[at], accounts)
				}
			}
		}
	}
}

func placeSubject(subject *rbacv1.Subject, accounts map[Key]*Item) {
	if account := accounts[Key{Namespace: subject.Namespace, Name: subject.Name}]; account != nil {
		subject.Namespace, _, _ = strings.Cut(account.annotation(annotationPrevSpaces), ",")
	}
}
