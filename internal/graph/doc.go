// Package graph draws what a package of manifests becomes: the sources, the objects that Latchkey makes from them, pods
// with their containers, and what each of them uses and waits for.
//
// [New] is its main entry. A [Drawing] is written as Mermaid. The same objects in the same order give the same bytes.
// It does not render: its objects are what fn returned, and it asks no cluster.
package graph
