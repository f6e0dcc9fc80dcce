// Package reporttest makes reports for tests: of a small run, of a large run, and of a scaling study. The numbers are made up
// and look like measured ones.
//
// [TwoPods], [ManyPods] and [Scaling] are its main entries. It reads no log. Only tests import it.
package reporttest
