// Command echo does the minimum of a KRM function: it parses its ResourceList with the SDK that Latchkey uses and
// prints it. The benchmarks compare Latchkey with it.
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
