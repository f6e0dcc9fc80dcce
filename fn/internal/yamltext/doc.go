// Package yamltext reads objects from YAML and JSON text, changes single values in them, and writes them again. Every
// byte that need not change stays as it is, comments and blank lines included.
//
// [Documents] reads a file, and [ReadList] a ResourceList. Both return [Object]s, which keep the text they were read
// from. [Emit] writes an object that was made in Go.
//
// The package knows nothing of kinds: package fn knows what an object means.
package yamltext
