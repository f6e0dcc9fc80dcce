// Package callers knows the programs that run the function: kustomize and kpt. It knows the annotations that they and
// Latchkey write to tell each other about items, the names that items had before, the places of objects in files, and what each
// program does with the output.
//
// The annotations are described in kubernetes-sigs/kustomize, cmd/config/docs/api-conventions/functions-spec.md, and in
// kyaml, kio/kioutil.
package callers
