package fn

// A host is the program that runs the function. No host gives its name; the annotations that it puts on the items
// tell.
type host int

const (
	hostUnknown host = iota
	hostKustomize
	hostKpt
)

// hostOf finds the host of a list. kpt's annotations are looked for first, since those of kustomize might be left
// over from an earlier build.
func hostOf(list *ResourceList) host {
	found := hostUnknown
	for _, item := range list.Items {
		switch {
		case fromKpt(item):
			return hostKpt
		case item.annotation(annotationKustomizeID) != "":
			found = hostKustomize
		}
	}
	return found
}

// fromKpt tells whether an item has a place in a kpt package: kustomize gives paths as well, but none of these two.
func fromKpt(item *Item) bool {
	return item.annotation(annotationSeqIndent) != "" || item.annotation(annotationPackagePath) != ""
}
