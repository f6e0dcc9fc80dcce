// Package fn is the river from one ResourceList to the next: configure, decode, vary, resolve, expand, attach, share, judge,
// transform, edit, write, stamp.
//
// [Process] is its entry. The function and the command line both use it. [Run] puts it between standard
// input and standard output, as kustomize and kpt call a KRM function. Package cli adds files and flags.
//
// Items that are not sources stay as they came, byte for byte if the list is in block style. On any error the whole
// list comes back unchanged, with results that say what is wrong: callers delete items that a function does not return.
package fn
