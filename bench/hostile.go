package main

import (
	"errors"
	"fmt"
	"os"
)

// What a list of many small objects may need, which costs the most memory for its size.
const (
	smallObjects      = 300_000
	mostMemoryOfSmall = 85 // times the size of the input: a tree of YAML takes that
	marginOfMemory    = 2
)

// checkSmallObjects reads many small objects, prints the memory in sizes of the input, and fails if it is far too much.
func checkSmallObjects(binary, dir string) error {
	list := listFile(dir, "small")
	input, err := os.Stat(list)
	if err != nil {
		return err
	}
	needed, err := program{binary: binary, input: list}.run("")
	if err != nil {
		return err
	}
	ratio := float64(needed.memory<<10) / float64(input.Size())
	fmt.Printf("A list of %d small objects took %.2f s and %.1f times its %d KiB of memory; the aim is %d times.\n",
		smallObjects, needed.wall.Seconds(), ratio, input.Size()>>10, mostMemoryOfSmall)
	if ratio > marginOfMemory*mostMemoryOfSmall {
		return errors.New("many small objects need too much memory")
	}
	return nil
}
