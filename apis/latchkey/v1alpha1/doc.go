// Package v1alpha1 holds the options of Latchkey itself: the kind Latchkey of group latchkey.dev, with strict
// decoding, defaults and validation.
//
// An option has one name in four places: a field of Latchkey.spec, a key of a ConfigMap's data, a flag of the
// command line and an annotation latchkey.dev/... on one source object. The table behind [OptionTable] describes each
// option once; everything else is derived from it. The main entries are [OptionsFromStrings], [Options.Merge],
// [Options.Default] and [Options.Validate], in this order.
//
// +kubebuilder:object:generate=true
// +groupName=latchkey.dev
package v1alpha1
