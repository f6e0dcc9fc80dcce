package read

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/report"
	"github.com/latchkey-dev/latchkey/report/parse"
	"github.com/latchkey-dev/latchkey/runs"
)

// Standard is the argument that means standard input.
const Standard = "-"

// Options say how to read.
type Options struct {
	Stdin io.Reader
	// Progress is called after each piece of a file with the bytes read so far and the bytes of all files. It may be nil.
	Progress func(done, all int64)
}

// Paths reads logs and returns what is in them. A path is a file, a folder, or "-" for standard input.
//
// The error names paths that cannot be opened. Logs that cannot be read are problems of the report.
func Paths(paths []string, o Options) (*report.Report, error) {
	r := &reader{options: o, found: map[string]int{}}
	for _, path := range paths {
		if err := r.find(path); err != nil {
			return nil, err
		}
	}
	for i := range r.runs {
		r.readRun(i)
	}
	r.report.Runs = named(r.runs)
	return &r.report, nil
}

// reader collects runs.
type reader struct {
	options   Options
	report    report.Report
	runs      []report.Run
	files     [][]string     // of each run
	found     map[string]int // run of a folder
	done, all int64
}

// loose is the name of the run of files that were given one by one.
const loose = "logs"

// find adds the files of a path to their runs.
func (r *reader) find(path string) error {
	if path == Standard {
		r.add(loose, path)
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		r.add(loose, path)
		r.all += info.Size()
		return nil
	}
	return r.walk(filepath.Clean(path))
}

// walk adds the logs of a folder. Each folder with a set.json is a run; the others belong to the folder above.
func (r *reader) walk(root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(entry.Name(), ".") && path != root:
			if entry.IsDir() {
				return fs.SkipDir
			}
		case entry.IsDir():
			if _, err := os.Stat(filepath.Join(path, runs.SetFile)); err == nil || path == root {
				r.run(path)
			}
		case entry.Type().IsRegular() && isLog(entry.Name()):
			info, err := entry.Info()
			if err != nil {
				return err
			}
			r.all += info.Size()
			r.add(r.above(path), path)
		}
		return nil
	})
}

// isLog tells by its name whether a file of a folder may be a log. The log of a container's life before is left out: its
// measurements have no end.
func isLog(name string) bool {
	if strings.HasSuffix(name, ".previous.log") {
		return false
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json", ".yaml", ".yml", ".html", ".csv", ".md", ".gz", ".png", ".svg":
		return false
	}
	return true
}

// above returns the nearest folder above a file that is a run.
func (r *reader) above(path string) string {
	for {
		path = filepath.Dir(path)
		if _, found := r.found[path]; found {
			return path
		}
	}
}

// run returns the index of a run and makes it if it is new.
func (r *reader) run(path string) int {
	index, found := r.found[path]
	if !found {
		index = len(r.runs)
		r.found[path] = index
		r.runs = append(r.runs, report.Run{Path: path, Facts: map[string]string{}})
		r.files = append(r.files, nil)
	}
	return index
}

func (r *reader) add(run, file string) {
	index := r.run(run)
	r.files[index] = append(r.files[index], file)
}

// readRun reads the logs of a run.
func (r *reader) readRun(index int) {
	run := &r.runs[index]
	var set *runs.Set
	if run.Path != loose {
		set = r.setOf(run.Path)
	}
	for _, file := range r.files[index] {
		sources, err := r.readFile(file)
		if err != nil {
			r.problem(file, err)
		}
		for _, s := range sources {
			if place(&s, run.Path, set) {
				run.Sources = append(run.Sources, s)
			}
		}
	}
	r.describe(run, set)
	slices.SortStableFunc(run.Sources, func(a, b report.Source) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Pod, b.Pod), cmp.Compare(a.Container, b.Container))
	})
}

func (r *reader) problem(file string, err error) {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	r.report.Problems = append(r.report.Problems, report.Problem{File: file, What: err.Error()})
}

// readFile reads one log.
func (r *reader) readFile(path string) ([]report.Source, error) {
	stream := r.options.Stdin
	name := "standard input"
	if path != Standard {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close() //nolint:errcheck // it was only read
		stream, name = file, path
	}
	sources, problems, err := parse.Read(name, &counter{stream, r})
	r.report.Problems = append(r.report.Problems, problems...)
	return sources, err
}

// counter reports progress.
type counter struct {
	io.Reader
	r *reader
}

func (c *counter) Read(data []byte) (int, error) {
	n, err := c.Reader.Read(data)
	c.r.done += int64(n)
	if c.r.options.Progress != nil {
		c.r.options.Progress(c.r.done, c.r.all)
	}
	return n, err
}

// named gives each run without a name its set or path, and its path if several runs have the same name.
func named(runs []report.Run) []report.Run {
	count := map[string]int{}
	for i := range runs {
		runs[i].Name = cmp.Or(runs[i].Set, runs[i].Path)
		count[runs[i].Name]++
	}
	var kept []report.Run
	for _, run := range runs {
		if count[run.Name] > 1 {
			run.Name = run.Path
		}
		if len(run.Sources) > 0 {
			kept = append(kept, run)
		}
	}
	return kept
}
