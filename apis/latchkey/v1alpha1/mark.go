package v1alpha1

import "strings"

// A Mark names a source, as the annotations [AnnotationSource], [AnnotationSet] and [AnnotationAttached] of other objects do. An object
// without a namespace has "" there.
//
// +kubebuilder:object:generate=false
type Mark struct{ Group, Kind, Namespace, Name string }

// String returns the mark as annotations have it: <group>/<Kind>/<namespace>/<name>.
func (m Mark) String() string {
	return m.Group + "/" + m.Kind + "/" + m.Namespace + "/" + m.Name
}

// ParseMark reads a mark from an annotation, and tells whether the text has the form of one.
func ParseMark(text string) (m Mark, ok bool) {
	parts := strings.Split(text, "/")
	if len(parts) != 4 {
		return Mark{}, false
	}
	return Mark{parts[0], parts[1], parts[2], parts[3]}, true
}
