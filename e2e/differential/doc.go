// Package differential compares Latchkey with an API server, on thousands of random inputs.
//
// It judges public custom resources and the examples as they are, and then changes them field by field: other types, values
// at the bounds, invalid names, words of Kubernetes' own enumerations. Each result is judged twice: by the API server of
// KUBECONFIG, with the public CRDs and strict field validation, and by `latchkey validate`. If Latchkey accepts an input, it
// is rendered under random options, and the server judges every rendered object. A JobSet is also judged as the Jobs and Pods
// that its controller would make. If the server refused those, nobody would see it, and the set would wait forever.
// Everything is a dry run, and nothing stays on the server.
//
// Three things are faults, and fail the test:
//
//   - Latchkey accepts what the server refuses;
//   - the server refuses an object that was rendered, or what a controller makes of it;
//   - Latchkey refuses an input that the server accepts, the server would accept the objects too, and the reason is not in
//     the table of docs/refusals.md.
//
// Each class of faults is printed with one input, made as small as possible. The same -seed makes the same inputs, as long as the
// corpus and the examples are the same. -only judges some of them again:
//
//	KUBECONFIG=... make differential CASES=5000
//	KUBECONFIG=... go test -tags e2e ./e2e/differential -v -seed 7 -cases 5000 -only 603,1217
package differential
