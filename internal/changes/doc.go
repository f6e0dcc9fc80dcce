// Package changes says what happens to the objects of a cluster when other manifests are applied: which objects are new,
// changed or gone, what a server refuses as immutable, and what the option onChange does about it.
//
// [Compare] is its main entry, and [Live] prepares the objects of a cluster for it. Both are pure.
package changes
