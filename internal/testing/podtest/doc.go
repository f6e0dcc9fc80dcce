// Package podtest runs the scripts of pods in tests. A Pod is a folder that looks like the inside of a container to a
// script. Stub programs come first on PATH.
//
// [New] is its main entry. It starts no container and asks no cluster. Only tests import it.
package podtest
