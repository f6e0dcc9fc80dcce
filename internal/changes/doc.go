// Package changes says what happens to the objects of a cluster when other manifests are applied: which objects are new,
// changed or gone, and what the option onChange does about it. What a server refuses is the server's business: an
// [Object] holds its words.
//
// [Compare] is its main entry. It is a pure function: it asks no cluster and applies nothing.
package changes
