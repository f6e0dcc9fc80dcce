// Package podtest runs the scripts of pods as tests: a Pod is a folder that looks to a script like the inside of a container,
// with stub programs that come first on PATH. Only tests import it.
package podtest
