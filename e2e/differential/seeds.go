package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// readSeeds returns the packages to change: the corpus, the examples, and testdata, which uses more fields. The weight of a
// kind and version is the number of its files. Files directly in testdata count ten times.
func readSeeds(s settings) ([]seed, error) {
	const weight = 10
	var all []seed
	for _, source := range []struct {
		pattern string
		times   int
	}{ // in an order, so that one seed always makes the same inputs
		{filepath.Join(s.shared, "corpus", "*", "*.yaml"), 1},
		{filepath.Join(s.root, "examples", "*", "input.yaml"), 1},
		{filepath.Join(s.root, "e2e", "differential", "testdata", "*.yaml"), weight},
	} {
		paths, err := filepath.Glob(source.pattern)
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			found := newSeed(path, data)
			for range source.times {
				if len(found.sources) > 0 {
					all = append(all, found)
				}
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no custom resource in %s and %s", s.shared, s.root)
	}
	return all, nil
}

func newSeed(path string, data []byte) seed {
	found := seed{name: path, objects: documents(data)}
	for i, object := range found.objects {
		if strings.HasPrefix(textOf(object, "apiVersion"), group+"/") {
			found.sources = append(found.sources, i)
		}
	}
	return found
}
