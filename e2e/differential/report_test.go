//go:build e2e

package differential

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"sigs.k8s.io/yaml"
)

// A report collects the results of the trials.
type report struct {
	comparer *comparer
	seeds    int

	mu       sync.Mutex
	trials   int
	objects  int
	outcomes map[string]int
	fields   map[string]bool
	classes  map[string]*class
}

// A class is a kind of mistake, with the first trial that shows it.
type class struct {
	outcome, name, detail string
	count                 int
	number                uint64
	first                 trial
}

func newReport(j *comparer, seeds int) *report {
	return &report{
		comparer: j, seeds: seeds,
		outcomes: map[string]int{}, fields: map[string]bool{}, classes: map[string]*class{},
	}
}

func (r *report) add(number uint64, t trial, found result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.trials++
	r.objects += found.objects
	r.outcomes[found.outcome]++
	for _, at := range t.fields {
		if at != nil {
			r.fields[textOf(t.objects[t.changed], "apiVersion")+" "+textOf(t.objects[t.changed], "kind")+" "+at.String()] = true
		}
	}
	for i, name := range found.classes {
		key := found.outcome + "\n" + name
		known := r.classes[key]
		if known == nil {
			known = &class{outcome: found.outcome, name: name, number: number, first: t, detail: strings.Join(found.details, "\n    ")}
			if len(found.details) == len(found.classes) {
				known.detail = found.details[i]
			}
			r.classes[key] = known
		}
		known.count++
		if number < known.number {
			known.number, known.first = number, t
		}
	}
}

// print writes the figures and every class of faults, and returns the number of these classes.
func (r *report) print(out io.Writer, took time.Duration) int {
	faults := 0
	for _, key := range slices.Sorted(maps.Keys(r.classes)) {
		r.printFault(out, r.classes[key], faults < shrunk)
		faults++
	}
	fmt.Fprintf(out, "seed %d: %d inputs from %d files, %d fields changed, in %s; %d requests\n",
		*randomSeed, r.trials, r.seeds, len(r.fields), took.Round(time.Second), r.comparer.server.asked.Load())
	for _, outcome := range slices.Sorted(maps.Keys(r.outcomes)) {
		fmt.Fprintf(out, "%6d  %s\n", r.outcomes[outcome], outcome)
	}
	fmt.Fprintf(out, "%6d  objects that were rendered, or made of these, were judged\n", r.objects)
	fmt.Fprintf(out, "%6d  classes of faults\n", faults)
	return faults
}

// shrunk is how many classes get a smaller first input, and trials is the limit of trials for each.
const shrunk, trials = 30, 150

// printFault writes a class with its first input.
func (r *report) printFault(out io.Writer, c *class, smaller bool) {
	fmt.Fprintf(out, "== %s (%d times)\n   %s\n   first: %s\n   input %d, %v\n", c.outcome, c.count, c.name, c.detail, c.number, c.first)
	if !smaller {
		return
	}
	small := r.comparer.shrink(c.first, c.outcome, c.name, trials)
	text, err := yaml.Marshal(small.objects[small.changed])
	if err != nil {
		text = []byte(err.Error())
	}
	const most = 3000
	if len(text) > most {
		text = append(text[:most:most], "...\n"...)
	}
	fmt.Fprintf(out, "   | %s\n", strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "\n   | "))
}
