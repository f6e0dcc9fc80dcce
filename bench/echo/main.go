// Command echo is the least that a KRM function can do: it parses its ResourceList with the SDK that
// Latchkey uses and prints it. The benchmarks measure against it.
package main

import (
	"os"

	"github.com/kptdev/krm-functions-sdk/go/fn"
)

func main() {
	same := func(*fn.ResourceList) (bool, error) { return true, nil }
	if err := fn.AsMain(fn.ResourceListProcessorFunc(same)); err != nil {
		os.Exit(1)
	}
}
