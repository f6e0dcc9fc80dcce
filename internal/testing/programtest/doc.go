// Package programtest writes the programs that stand in for real ones in tests.
//
// [Write] is its only entry. It starts no program. Only tests import it.
package programtest
