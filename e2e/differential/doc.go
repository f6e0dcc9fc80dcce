// Command differential compares Latchkey with an API server, on thousands of inputs that nobody wrote.
//
// It changes public custom resources and the examples field by field: other types, values at the bounds, names that are
// none, words of Kubernetes' own enumerations. Each result is judged twice: by the API server of KUBECONFIG, against the
// public definitions of the kinds and with strict field validation, and by `latchkey validate`. What Latchkey accepts is
// rendered under random options, and the server is asked about every object that comes out. A JobSet is judged as the
// Jobs and Pods that its controller would make of it as well, since nobody would see that the server refuses those: the
// set would wait for ever. Everything is a dry run, and nothing is left behind.
//
// Three things are faults, and end the run with status 1:
//
//   - Latchkey accepts what the server refuses;
//   - the server refuses an object that was rendered, or what a controller makes of it;
//   - Latchkey refuses what the server takes, and whose objects the server would take too, for a reason that is not
//     in the table of docs/refusals.md.
//
// Each class of faults is printed with one input, made as small as it gets. The same -seed makes the same inputs.
//
//	KUBECONFIG=... go run ./e2e/differential -cases 5000
package main
