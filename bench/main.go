package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"text/tabwriter"
	"time"
)

const (
	// largestBinary is the size in bytes that the program may have, built as `make build` does.
	largestBinary = 24_000_000
	// quickRuns is how often -quick runs a case with an aim for processor time, which it fails at this many times the aim.
	quickRuns, quickMargin = 10, 2
)

// comparison is one line of the report.
type comparison struct {
	name           string
	ours, theirs   program
	runs           int
	scale          float64 // work of ours divided by work of theirs; the ratio of times is divided by it
	time           float64 // the ratio of time that is aimed at
	cpu, memory    float64 // the same for processor time and memory, where 0 is no aim
	theirsIsCalled string
}

func main() {
	quick := flag.Bool("quick", false, "few runs of each comparison, to see that it works and that start-up is not far from its aim")
	flag.Parse()
	if err := report(*quick); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func report(quick bool) error {
	dir, err := os.MkdirTemp("", "latchkey-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary folder left behind harms nobody
	all, err := prepare(dir)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "CASE\tLATCHKEY\tAGAINST\t\tTIME\tAIM\tCPU\tAIM\tMEMORY\tAIM\tRUNS")
	var slow []error
	for _, c := range all {
		switch {
		case quick && c.cpu > 0:
			c.runs = quickRuns
		case quick:
			c.runs = 1
		}
		ours, theirs, err := alternate(c.ours, c.theirs, c.runs)
		if err != nil {
			return err
		}
		c.print(table, ours, theirs)
		if ratio := c.ratio(ours.cpu, theirs.cpu); quick && c.cpu > 0 && ratio > quickMargin*c.cpu {
			slow = append(slow, fmt.Errorf("%s: %.2f times the processor time of the %s: the aim is %.1f", c.name, ratio, c.theirsIsCalled, c.cpu))
		}
	}
	return errors.Join(append(slow, table.Flush(), checkSize(all[0].ours.binary), checkReport(all[0].ours.binary, dir))...)
}

// checkSize prints the size of the program and fails when it is too large.
func checkSize(binary string) error {
	info, err := os.Stat(binary)
	if err != nil {
		return err
	}
	fmt.Printf("The program has %d bytes, the aim is at most %d.\n", info.Size(), largestBinary)
	if info.Size() > largestBinary {
		return errors.New("the program is too large: see with 'go build -ldflags -dumpdep' what is new in it")
	}
	return nil
}

func (c comparison) print(table *tabwriter.Writer, ours, theirs cost) {
	cpu, memory, aim := "-", "-", "-"
	if c.cpu > 0 {
		cpu = fmt.Sprintf("<= %.1f", c.cpu)
	}
	if c.memory > 0 {
		memory = fmt.Sprintf("%.2f (%d/%d MiB)", float64(ours.memory)/float64(theirs.memory), ours.memory>>10, theirs.memory>>10)
		aim = fmt.Sprintf("< %.1f", c.memory)
	}
	fmt.Fprintf(table, "%s\t%.3f s\t%.3f s\t%s\t%.2f\t<= %.1f\t%.2f\t%s\t%s\t%s\t%d\n",
		c.name, ours.wall.Seconds(), theirs.wall.Seconds(), c.theirsIsCalled,
		c.ratio(ours.wall, theirs.wall), c.time, c.ratio(ours.cpu, theirs.cpu), cpu, memory, aim, c.runs)
}

// ratio compares two times for the same amount of work.
func (c comparison) ratio(ours, theirs time.Duration) float64 {
	return float64(ours) / float64(theirs) / c.scale
}

// prepare builds both programs and writes the inputs.
func prepare(dir string) ([]comparison, error) {
	latchkey, echo := filepath.Join(dir, "latchkey"), filepath.Join(dir, "echo")
	if err := build(latchkey, "github.com/latchkey-dev/latchkey"); err != nil {
		return nil, err
	}
	if err := build(echo, "github.com/latchkey-dev/latchkey/bench/echo"); err != nil {
		return nil, err
	}
	list := func(name string) string { return filepath.Join(dir, name+".yaml") }
	for _, input := range []struct {
		name, template string
		items          int
		end            string
	}{
		{"one", miniCluster, 1, ""},
		{"thousand", miniCluster, 1000, ""},
		{"judged", miniCluster, 1000, validateOnly},
		{"ten-thousand", miniCluster, 10000, ""},
		{"foreign", foreign, 10000, ""},
	} {
		if err := writeListFile(list(input.name), input.template, input.items, input.end); err != nil {
			return nil, err
		}
	}
	if _, err := (program{latchkey, list("thousand")}).run(list("rendered")); err != nil {
		return nil, err
	}
	return []comparison{
		{"one MiniCluster", program{latchkey, list("one")}, program{echo, list("one")}, 100, 1, 2, 1.4, 0, "echo of it"},
		{"1,000 MiniClusters", program{latchkey, list("thousand")}, program{echo, list("rendered")}, 5, 1, 1.5, 0, 2, "echo of the output"},
		{"validation of 1,000 MiniClusters", program{latchkey, list("judged")}, program{latchkey, list("thousand")}, 5, 1, 1, 0, 1, "rendering of them"},
		{"10,000 foreign items", program{latchkey, list("foreign")}, program{echo, list("foreign")}, 5, 1, 1.2, 0, 0, "echo of them"},
		{"each of 10,000 MiniClusters", program{latchkey, list("ten-thousand")}, program{latchkey, list("thousand")}, 3, 10, 1.1, 0, 0, "each of 1,000"},
	}, nil
}

// build compiles a package of this module in the same way as `make build`.
func build(output, pkg string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", output, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build %s: %w", pkg, err)
	}
	return nil
}
