package fn

// A caller is the program that runs the function. No caller says its name, but each puts its own annotations on the
// items.
type caller int

const (
	callerUnknown caller = iota
	callerKustomize
	callerKpt
)

// callerOf finds the caller of a list. It looks for kpt's annotations first, because those of kustomize might be left
// over from an earlier build.
func callerOf(list *ResourceList) caller {
	found := callerUnknown
	for _, item := range list.Items {
		switch {
		case fromKpt(item):
			return callerKpt
		case item.annotation(annotationKustomizeID) != "":
			found = callerKustomize
		}
	}
	return found
}

// fromKpt tells whether an item has a place in a kpt package. kustomize writes paths too, but neither of these two
// annotations.
func fromKpt(item *Item) bool {
	return item.annotation(annotationSeqIndent) != "" || item.annotation(annotationPackagePath) != ""
}
