// Package yamltext reads objects from YAML and JSON text, changes values in them, and writes them again.
//
// [Documents] reads a file, and [ReadList] a ResourceList. An [Object] is a tree of YAML with the places of its fields. An object
// that nobody changes keeps the text of its document; any other is written by kyaml, with its comments and the order of its keys.
// [Emit] writes an object that was made in Go.
//
// The package knows nothing of kinds: package fn knows what an object means.
package yamltext
