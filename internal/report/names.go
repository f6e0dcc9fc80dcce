package report

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// onlyNames says that cells differ in nothing but the names of folders, files or jobs, and offers a pattern for --names. What names
// mean is for the user to say.
func (r *Report) onlyNames(c *Comparison) []Finding {
	others := slices.DeleteFunc(slices.Clone(c.By), func(name string) bool { return slices.Contains(names, name) })
	count, paths, sizes := 0, []string(nil), []string(nil)
	for _, group := range grouped(c.Cells, func(cell Cell) string { return keyOfFacts(others, cell.Facts) }) {
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
	what := fmt.Sprintf("%s differ only in the names of folders, files or jobs, and are no repetitions unless you say so", text.Count(count, "cell"))
	if pattern := newPattern(paths, sizes); pattern != "" {
		what += fmt.Sprintf(": --names '%s' says what the names mean, if this fits", pattern)
	}
	return []Finding{{What: what}}
}

// parts are the numbers, the slashes and the other texts of a path.
var parts = regexp.MustCompile(`[0-9]+|/|[^0-9/]+`)

// newPattern returns a pattern for the ends of paths, from the first folder in which they differ, or "" if they are too different. Paths
// of another form than the first are left out. sizes are the sizes of their runs, as far as known.
func newPattern(paths, sizes []string) string {
	p, first := &patternMaker{used: map[string]bool{}}, parts.FindAllString(paths[0], -1)
	values := make([][]string, len(first)) // of each part, in each path
	for i, path := range paths {
		all := parts.FindAllString(path, -1)
		if !slices.EqualFunc(all, first, func(a, b string) bool { return (a == "/") == (b == "/") }) {
			continue
		}
		p.sizes = append(p.sizes, sizes[i])
		for at, part := range all {
			values[at] = append(values[at], part)
		}
	}
	pattern, begin := "", -1
	for _, parts := range values {
		mark := p.mark(parts, pattern)
		if begin < 0 && mark != parts[0] {
			begin = strings.LastIndex(pattern, "/") + 1
		}
		pattern += mark
	}
	if begin < 0 {
		return ""
	}
	return p.last(pattern[begin:])
}

// A patternMaker makes the marks of a pattern.
type patternMaker struct {
	sizes []string
	used  map[string]bool
	alone []string // marks of numbers that each path has its own of
}

var (
	beforeSize   = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:size|nodes|n)[-_=]?$`)
	beforeRepeat = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:iter|iteration|rep|repeat|repetition|run|trial|output)[-_=]?$`)
)

// mark returns what stands in a pattern for a part of names, after what is before it in the name.
func (p *patternMaker) mark(values []string, before string) string {
	distinct := slices.Compact(slices.Sorted(slices.Values(values)))
	_, err := strconv.Atoi(values[0])
	switch {
	case len(distinct) == 1:
		return values[0]
	case err != nil:
		return p.free("name") + commonEnd(values)
	case beforeRepeat.MatchString(before) && !p.used["repetition"]:
		return p.free("repetition")
	case slices.Equal(values, p.sizes):
		return "{}"
	case beforeSize.MatchString(before) && !p.used[FactSize]:
		p.sizes = values
		return p.free(FactSize)
	}
	mark := p.free("number")
	if len(distinct) == len(values) && len(values) > 2 {
		p.alone = append(p.alone, mark)
	}
	return mark
}

// free returns a mark with a name that is not used yet.
func (p *patternMaker) free(name string) string {
	free := name
	for n := 2; p.used[free]; n++ {
		free = name + strconv.Itoa(n)
	}
	p.used[free] = true
	return "{" + free + "}"
}

// last makes the last number of a pattern the repetition. If another number is, a number that each path has its own of does not matter.
func (p *patternMaker) last(pattern string) string {
	if p.used["repetition"] {
		for _, mark := range p.alone {
			pattern = strings.Replace(pattern, mark, "{}", 1)
		}
		return pattern
	}
	at := strings.LastIndex(pattern, "{number")
	if at < 0 {
		return pattern
	}
	end := at + strings.Index(pattern[at:], "}")
	return pattern[:at] + "{repetition" + pattern[end:]
}

// commonEnd returns the punctuation with which all of some texts end.
func commonEnd(values []string) string {
	end := values[0][len(strings.TrimRight(values[0], "-_.")):]
	if slices.ContainsFunc(values, func(v string) bool { return !strings.HasSuffix(v, end) }) {
		return ""
	}
	return end
}
