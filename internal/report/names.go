package report

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// onlyNames says that cells differ in nothing but the names of folders, files or jobs, and offers a pattern for --names.
func (r *Report) onlyNames(c *Comparison) []Finding {
	others := slices.DeleteFunc(slices.Clone(c.By), func(name string) bool { return slices.Contains(names, name) })
	count, paths, sizes := 0, []string(nil), []string(nil)
	for _, group := range byFacts(c.Cells, others...) {
		if len(group) == 1 {
			continue
		}
		count += len(group)
		for _, cell := range group {
			for _, run := range cell.Runs {
				facts := r.Runs[run].Facts
				paths = append(paths, path.Join(facts[FactFolder], facts[FactFile], facts[FactJob]))
				sizes = append(sizes, facts[FactSize])
			}
		}
	}
	if count == 0 || c.Study != nil {
		return nil
	}
	what := fmt.Sprintf("%s differ only in the names of folders, files or jobs, and are not repetitions unless you say so", text.Count(count, "cell"))
	if pattern := newPattern(paths, sizes); pattern != "" {
		what += fmt.Sprintf(": --names '%s' says what the names mean, if this fits", pattern)
	}
	return []Finding{{What: what}}
}

// pooled counts the cells whose runs may not be repetitions of one experiment, and says the names of the first: names of repetitions differ in a
// number, or each run has a folder of its own.
func (r *Report) pooled(c *Comparison) []Finding {
	var all []map[string][]int // of each such cell, its runs by name
	first := ""
	for _, cell := range c.Cells {
		if cell.experiments != nil {
			all, first = append(all, cell.experiments), cmp.Or(first, cell.Name, "the only one")
		}
	}
	if len(all) == 0 {
		return nil
	}
	what := fmt.Sprintf("%s may hold runs of several experiments, so the mean has no interval, first %s", text.Count(len(all), "cell"), first)
	return []Finding{finding(what, "", all[0], "If these are not repetitions, a mark such as {environment} in --names parts them")}
}

// experiments returns runs by name, or nil if all may be of one experiment.
func (r *Report) experiments(runs []int) map[string][]int {
	of := map[string][]int{}
	for _, run := range runs {
		folder, file := path.Split(filepath.ToSlash(r.Runs[run].Path))
		name := folder + digits.ReplaceAllString(file, "*")
		of[name] = append(of[name], run)
	}
	if len(of) == 1 || len(of) == len(runs) {
		return nil
	}
	return of
}

// parts are the numbers, the slashes and the other strings of a path.
var parts = regexp.MustCompile(`[0-9]+|/|[^0-9/]+`)

// newPattern returns a pattern for the ends of paths, from the first folder in which they differ, or "" if they are too different. Paths
// of another form than the first are left out. sizes are the sizes of their runs, as far as known.
func newPattern(paths, sizes []string) string {
	first := parts.FindAllString(paths[0], -1)
	values, known := make([][]string, len(first)), []string(nil) // of each part in each path, and the sizes
	for i, path := range paths {
		all := parts.FindAllString(path, -1)
		if !slices.EqualFunc(all, first, func(a, b string) bool { return (a == "/") == (b == "/") }) {
			continue
		}
		known = append(known, sizes[i])
		for at, part := range all {
			values[at] = append(values[at], part)
		}
	}
	marks := marksOf(values, known)
	for at := range marks {
		if marks[at] != first[at] {
			same := strings.Join(marks[:at], "")
			return same[strings.LastIndex(same, "/")+1:] + strings.Join(marks[at:], "")
		}
	}
	return ""
}

// units are the marks of numbers, and the words that stand before or after such a number.
var units = []struct{ mark, words string }{
	{"size", "size|nodes?|n"}, {"tasks", "ntasks|tasks?|ranks?|procs?|processes|np|mpi"}, {"gpus", "gpus?"}, {"threads", "threads?|omp"}, {"cores", "cores?|cpus?"},
}

// unitOf returns the mark of a number between two strings, or "". What follows comes first: in 1N_2GPUs, the N is of the 1.
func unitOf(before, after string) string {
	for _, form := range []struct{ text, pattern string }{{after, `(?i)^[-_]?(?:%s)(?:$|[^a-z])`}, {before, `(?i)(?:^|[^a-z0-9])(?:%s)[-_=]?$`}} {
		for _, unit := range units {
			if regexp.MustCompile(fmt.Sprintf(form.pattern, unit.words)).MatchString(form.text) {
				return "{" + unit.mark + "}"
			}
		}
	}
	return ""
}

var beforeRepeat = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:iter|iteration|rep|repeat|repetition|run|trial|output)[-_=]?$`)

const repetitionMark = "{repetition}"

// marksOf returns what stands in a pattern for each part of some names. If no word before a number says that it is the repetition, the
// last number is. Otherwise a number that each name has its own of does not matter.
func marksOf(values [][]string, sizes []string) (marks []string) {
	var numbers, alone []int
	free := func(name string) string {
		mark := "{" + name + "}"
		for n := 2; slices.ContainsFunc(marks, func(used string) bool { return strings.HasPrefix(used, mark) }); n++ {
			mark = "{" + name + strconv.Itoa(n) + "}"
		}
		return mark
	}
	for at, all := range values {
		distinct, before, after := slices.Compact(slices.Sorted(slices.Values(all))), strings.Join(marks, ""), ""
		if at+1 < len(values) {
			after = values[at+1][0]
		}
		unit := unitOf(before, after)
		_, err := strconv.Atoi(all[0])
		switch {
		case len(distinct) == 1:
			marks = append(marks, all[0])
		case err != nil:
			marks = append(marks, free("name")+commonEnd(all))
		case beforeRepeat.MatchString(before) && !slices.Contains(marks, repetitionMark):
			marks = append(marks, repetitionMark)
		case slices.Equal(all, sizes):
			marks = append(marks, "{}")
		case unit != "" && !slices.Contains(marks, unit):
			if marks = append(marks, unit); unit == "{size}" {
				sizes = all
			}
		default:
			marks, numbers = append(marks, free("number")), append(numbers, at)
			if len(distinct) == len(all) && len(all) > 2 {
				alone = append(alone, at)
			}
		}
	}
	switch {
	case slices.Contains(marks, repetitionMark):
		for _, at := range alone {
			marks[at] = "{}"
		}
	case len(numbers) > 0:
		marks[numbers[len(numbers)-1]] = repetitionMark
	}
	return marks
}

// commonEnd returns the punctuation with which all of some strings end.
func commonEnd(values []string) string {
	end := values[0][len(strings.TrimRight(values[0], "-_.")):]
	if slices.ContainsFunc(values, func(v string) bool { return !strings.HasSuffix(v, end) }) {
		return ""
	}
	return end
}
