// Package lab is what the folders of e2e share: a fresh namespace of a cluster, the program under test and the callers that
// run it, and the record of a set that runs in real pods. Only tests import it.
package lab
