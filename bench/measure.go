package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// program is a program to start, its arguments, and the ResourceList that it reads, if any.
type program struct {
	binary string
	args   []string
	input  string
}

// cost is the cost of one process, or the median of several.
type cost struct {
	wall   time.Duration
	cpu    time.Duration // user and system time of all processors; less noisy than wall on a busy machine
	memory int64         // peak resident size in the unit of getrusage: KiB on Linux
}

// run starts the program once. Its output goes to the file output, or nowhere if output is empty.
//
// Until a child process calls exec, Linux counts the parent's resident size as the child's. So this program keeps no
// input in memory.
func (p program) run(output string) (cost, error) {
	var problems bytes.Buffer
	cmd := exec.Command(p.binary, p.args...)
	cmd.Stderr = &problems
	if p.input != "" {
		in, err := os.Open(p.input)
		if err != nil {
			return cost{}, err
		}
		defer in.Close() //nolint:errcheck // it was only read
		cmd.Stdin = in
	}
	if output != "" {
		out, err := os.Create(output)
		if err != nil {
			return cost{}, err
		}
		defer out.Close() //nolint:errcheck // what is missing in it shows when it is read
		cmd.Stdout = out
	}
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return cost{}, fmt.Errorf("run %s %q on %s: %w\n%.2000s", p.binary, p.args, p.input, err, problems.String())
	}
	wall := time.Since(start)
	usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	state := cmd.ProcessState
	return cost{wall: wall, cpu: state.UserTime() + state.SystemTime(), memory: usage.Maxrss}, nil
}

// alternate runs both programs in turn and returns the medians. Other load on the machine then affects both. A
// turn before the first fills the caches and is not counted. A single run has none.
func alternate(a, b program, runs int) (costA, costB cost, err error) {
	var as, bs []cost
	for turn := range runs + 1 {
		if turn == 0 && runs == 1 {
			continue
		}
		for _, each := range []struct {
			program
			costs *[]cost
		}{{a, &as}, {b, &bs}} {
			c, err := each.run("")
			if err != nil {
				return cost{}, cost{}, err
			}
			if turn == 0 {
				continue
			}
			*each.costs = append(*each.costs, c)
		}
	}
	return median(as), median(bs), nil
}

func median(costs []cost) cost {
	return cost{
		wall:   middle(costs, func(c cost) time.Duration { return c.wall }),
		cpu:    middle(costs, func(c cost) time.Duration { return c.cpu }),
		memory: middle(costs, func(c cost) int64 { return c.memory }),
	}
}

func middle[T cmp.Ordered](costs []cost, value func(cost) T) T {
	values := make([]T, len(costs))
	for i, c := range costs {
		values[i] = value(c)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
