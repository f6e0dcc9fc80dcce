// Package yamltext reads objects from YAML and JSON text, changes single values in them, and writes them again. Every
// byte that need not change stays as it is, comments and blank lines included.
//
// [Documents] reads a file, and [ReadList] a ResourceList. Both give [Object]s, which know the text they were read from.
// [Emit] writes an object that was made in Go.
//
// The package knows nothing of kinds: what an object means is the business of package fn.
package yamltext
