// Package fn is the ResourceList loop: decode, dispatch, stamp ownership, collect results, encode.
//
// [Process] is its entry and the one pipeline of all surfaces. [Run] puts it between standard input and standard
// output, as kustomize and kpt call a KRM function; package cli puts files and flags around it.
//
// Items that are no sources pass through as they came, byte for byte where the list is written in block style.
// On any error the list comes back whole, with results that say what is wrong: hosts delete what a function leaves
// out.
package fn
