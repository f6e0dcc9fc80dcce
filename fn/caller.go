package fn

// A caller is the program that runs the function. No host gives its name; the annotations that it puts on the items
// tell.
type caller int

const (
	callerUnknown caller = iota
	callerKustomize
	callerKpt
)

// callerOf finds the host of a list. kpt's annotations are looked for first, since those of kustomize might be left
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

// fromKpt tells whether an item has a place in a kpt package: kustomize gives paths as well, but none of these two.
func fromKpt(item *Item) bool {
	return item.annotation(annotationSeqIndent) != "" || item.annotation(annotationPackagePath) != ""
}
