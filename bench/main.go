package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
)

const (
	// largestBinary is the size in bytes that the program may have, built as `make build` does.
	largestBinary = 25_000_000
	// quickPart is the part of the runs that -quick makes. It leaves out a case of longWork or more.
	quickPart, longWork = 10, 10
	// margin is how many times its aim a case may need.
	margin = 3
)

// comparison is one line of the report.
type comparison struct {
	name           string
	ours, theirs   program
	theirsIsCalled string
	runs           int
	// work is the work of ours divided by the work of theirs; the ratio of times is divided by it. need is the same for
	// memory. Both are 1 if they are 0.
	work, need float64
	// time, cpu and memory are the ratios that are aimed at, where 0 means that nothing is aimed at.
	time, cpu, memory float64
}

func main() {
	quick := flag.Bool("quick", false, "few runs of each comparison, and none of 10,000 MiniClusters")
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
		if quick {
			if c.work >= longWork {
				continue
			}
			c.runs = max(1, c.runs/quickPart)
		}
		ours, theirs, err := alternate(c.ours, c.theirs, c.runs)
		if err != nil {
			return err
		}
		c.print(table, ours, theirs)
		_, cpu, memory := c.ratios(ours, theirs)
		if c.cpu > 0 && cpu > margin*c.cpu {
			slow = append(slow, fmt.Errorf("%s: %.2f times the processor time of the %s: the aim is %.1f", c.name, cpu, c.theirsIsCalled, c.cpu))
		}
		if c.memory > 0 && memory > margin*c.memory {
			slow = append(slow, fmt.Errorf("%s: %.2f times the memory of the %s: the aim is %.1f", c.name, memory, c.theirsIsCalled, c.memory))
		}
	}
	binary := all[0].ours.binary
	return errors.Join(append(slow, table.Flush(), checkSize(binary), checkSmallObjects(binary, dir))...)
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
	aim := func(ratio float64) string {
		if ratio == 0 {
			return "-"
		}
		return fmt.Sprintf("<= %.1f", ratio)
	}
	time, cpu, memory := c.ratios(ours, theirs)
	fmt.Fprintf(table, "%s\t%.3f s\t%.3f s\t%s\t%.2f\t%s\t%.2f\t%s\t%.2f (%d/%d MiB)\t%s\t%d\n",
		c.name, ours.wall.Seconds(), theirs.wall.Seconds(), c.theirsIsCalled,
		time, aim(c.time), cpu, aim(c.cpu), memory, ours.memory>>10, theirs.memory>>10, aim(c.memory), c.runs)
}

// ratios compare two costs for the same amount of work.
func (c comparison) ratios(ours, theirs cost) (time, cpu, memory float64) {
	work, need := cmp.Or(c.work, 1), cmp.Or(c.need, 1)
	time = float64(ours.wall) / float64(theirs.wall) / work
	cpu = float64(ours.cpu) / float64(theirs.cpu) / work
	return time, cpu, float64(ours.memory) / float64(theirs.memory) / need
}

// prepare builds both programs, writes the inputs and returns what to compare.
func prepare(dir string) ([]comparison, error) {
	latchkey, echo := filepath.Join(dir, "latchkey"), filepath.Join(dir, "echo")
	if err := build(latchkey, "github.com/latchkey-dev/latchkey"); err != nil {
		return nil, err
	}
	if err := build(echo, "github.com/latchkey-dev/latchkey/bench/echo"); err != nil {
		return nil, err
	}
	if err := writeInputs(dir, math.MaxInt); err != nil {
		return nil, err
	}
	logs := filepath.Join(dir, "logs")
	if err := writeLogs(logs, reportedRows); err != nil {
		return nil, err
	}
	ours := func(name string) program { return program{binary: latchkey, input: listFile(dir, name)} }
	theirs := func(name string) program { return program{binary: echo, input: listFile(dir, name)} }
	if _, err := ours("thousand").run(listFile(dir, "rendered")); err != nil {
		return nil, err
	}
	page := comparison{
		name: "a page of 1,000,000 rows of pidstat", ours: program{binary: latchkey, args: []string{"report", "-o", "html", logs}},
		theirs: ours("thousand"), theirsIsCalled: "1,000 MiniClusters", runs: 5, cpu: 3, memory: 3,
	}
	return append(comparisons(ours, theirs), page), nil
}

// comparisons are the lines of the report. ours and theirs are Latchkey and the echo with an input.
func comparisons(ours, theirs func(input string) program) []comparison {
	return []comparison{
		{name: "one MiniCluster", ours: ours("one"), theirs: theirs("one"), theirsIsCalled: "echo of it", runs: 100, time: 2, cpu: 2.5},
		{name: "1,000 MiniClusters", ours: ours("thousand"), theirs: theirs("rendered"), theirsIsCalled: "echo of the output", runs: 5, time: 0.6, cpu: 0.6, memory: 2},
		{name: "validation of 1,000 MiniClusters", ours: ours("judged"), theirs: ours("thousand"), theirsIsCalled: "rendering of them", runs: 5, time: 1, cpu: 1, memory: 1},
		{name: "1,000 MiniClusters of 10,000 pods", ours: ours("large"), theirs: ours("thousand"), theirsIsCalled: "same of 4 pods", runs: 5, time: 1.1, cpu: 1.1, memory: 1.1},
		{name: "each of 10,000 MiniClusters", ours: ours("ten-thousand"), theirs: ours("thousand"), theirsIsCalled: "each of 1,000", runs: 3, work: 10, need: 10, time: 1.1, cpu: 1.1, memory: 1.1},
		{name: "each of 1,000 MetricSets on one MiniCluster", ours: ours("thousand-joined"), theirs: ours("joined"), theirsIsCalled: "each of 250", runs: 5, work: 4, need: 4, time: 1.6, cpu: 1.6, memory: 1.1}, // each looks for free names among the others
		{name: "10,000 foreign items", ours: ours("foreign"), theirs: theirs("foreign"), theirsIsCalled: "echo of them", runs: 5, time: 1.2},
	}
}

func listFile(dir, name string) string { return filepath.Join(dir, name+".yaml") }

// writeInputs writes all inputs with at most so many items each.
func writeInputs(dir string, most int) error {
	carrier := fmt.Sprintf(miniCluster, 0)
	for _, input := range []struct {
		name, template string
		items          int
		end            string
	}{
		{"one", miniCluster, 1, ""},
		{"thousand", miniCluster, 1000, ""},
		{"judged", miniCluster, 1000, validateOnly},
		{"large", strings.NewReplacer("size: 4", "size: 10000", "tasks: 8", "tasks: 20000").Replace(miniCluster), 1000, ""},
		{"ten-thousand", miniCluster, 10000, ""},
		{"joined", metricSet, 250, carrier},
		{"thousand-joined", metricSet, 1000, carrier},
		{"foreign", foreign, 10000, ""},
		{"small", smallObject, smallObjects, ""},
	} {
		if err := writeListFile(listFile(dir, input.name), input.template, min(input.items, most), input.end); err != nil {
			return err
		}
	}
	return nil
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
