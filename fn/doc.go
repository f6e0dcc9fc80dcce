// Package fn is the river from one ResourceList to the next: configure, decode, vary, resolve, expand, attach, share, judge,
// transform, gather, edit, keep, stamp.
//
// [Process] is its entry. The function and the command line both use it. [Run] puts it between standard
// input and standard output, as kustomize and kpt call a KRM function. Package cli adds files and flags.
//
// Items that are not sources keep their values, their comments and the order of their keys. On any error the list comes back with
// the same items, and with results that say what is wrong: callers delete items that a function does not return.
package fn
