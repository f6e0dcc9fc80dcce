// Package live says what became of a set in a cluster.
//
// [Read] asks kubectl for the objects. [Objects.Sets] finds the sets among them, by the label
// app.kubernetes.io/managed-by: latchkey and the annotation latchkey.dev/source. [Set.Status] says in words how a set is,
// and [Set.Record] is its record for readers of results. These are pure functions of the objects and of the time.
//
// A [Watch] keeps sets as they are now. [Logs.Follow] prints logs, and [Logs.Collect] saves them.
// It changes nothing in a cluster, and it does not read what a program printed: package report does.
package live
