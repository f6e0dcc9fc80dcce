package read

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// Standard is the argument that means standard input.
const Standard = "-"

// Options say how to read.
type Options struct {
	Stdin io.Reader
	// Progress is called after each piece of a file with the bytes read so far and the bytes of all files, by several goroutines. It may be nil.
	Progress func(done, all int64)
	parse.Options
	// Names say what the names of files mean.
	Names Names
}

// Paths reads logs and returns what is in them. A path is a file, a folder, or "-" for standard input.
//
// The error names paths that cannot be opened. Logs that cannot be read are problems of the report.
func Paths(paths []string, o Options) (*report.Report, error) {
	r := &reader{options: o, found: map[string]*unit{}, files: map[string]bool{}}
	for _, path := range paths {
		if err := r.find(path); err != nil {
			return nil, err
		}
	}
	for _, u := range r.units {
		r.readUnit(*u)
	}
	r.dropCopies()
	name(&r.report)
	ofFiles := len(r.report.Problems)
	r.nameFacts()
	for _, figure := range o.Figures.Missing(&r.report) {
		r.problem("--figure "+figure, errors.New("no line of any log has a number for it"))
	}
	r.report.Problems = slices.Concat(r.report.Problems[ofFiles:], r.report.Problems[:ofFiles]) // those of options are about all files
	return &r.report, nil
}

type reader struct {
	options Options
	report  report.Report
	units   []*unit
	found   map[string]*unit // by folder
	files   map[string]bool  // absolute paths of files, without links
	done    atomic.Int64     // bytes that were read
	all     int64            // bytes of all files
}

// loose is the path of the unit of files that were given one by one, which no folder has. Its run is called looseName.
const (
	loose     = ""
	looseName = "logs"
)

// find adds the files of a path to their runs.
func (r *reader) find(path string) error {
	if path == Standard {
		r.add(loose, path)
		return nil
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no such file or folder: check the path", path)
	}
	if err != nil {
		return err
	}
	switch {
	case info.IsDir():
		return r.walk(filepath.Clean(path))
	case info.Mode().IsRegular():
		r.addFile(path, loose)
	default: // the other end of a pipe has no name
		r.add(loose, path)
	}
	return nil
}

// walk adds the logs of a folder. Each folder with a set.json is a run; the logs of others belong to the folder above.
func (r *reader) walk(root string) error {
	passed := map[string]int{}
	var links []string
	err := fs.WalkDir(os.DirFS(root), ".", func(below string, entry fs.DirEntry, err error) error {
		path, skip := filepath.Join(root, below), error(nil)
		if entry != nil && entry.IsDir() {
			skip = fs.SkipDir
		}
		switch {
		case err != nil && path == root:
			return err
		case err != nil:
			r.problem(path, err)
			return skip
		case runs.IsOwn(entry.Name()):
			return skip
		case strings.HasPrefix(entry.Name(), ".") && path != root:
			passed["."]++
			return skip
		case entry.IsDir():
			if _, err := os.Stat(filepath.Join(path, runs.SetFile)); err == nil || path == root {
				r.unit(path)
			}
		case !isLog(path, entry.Type()):
			passed[strings.ToLower(filepath.Ext(entry.Name()))]++
		case entry.Type()&fs.ModeSymlink != 0:
			links = append(links, path)
		default:
			r.addFile(path, r.above(path))
		}
		return nil
	})
	for _, link := range links {
		r.addFile(link, r.above(link))
	}
	if len(passed) > 0 {
		var words []string
		for _, name := range slices.Sorted(maps.Keys(passed)) {
			words = append(words, fmt.Sprintf("%s (%d)", name, passed[name]))
		}
		r.problem(root, fmt.Errorf("files with names that begin or end so are not read: %s. Give one as an argument to read it", strings.Join(words, ", ")))
	}
	return err
}

// addFile adds a file, or the file that it is a link to, to a unit. A link to a file that is read is passed over.
func (r *reader) addFile(path, unit string) {
	target, err := filepath.EvalSymlinks(path)
	info, statErr := os.Stat(path)
	switch {
	case err != nil || statErr != nil:
		r.problem(path, cmp.Or(err, statErr))
	case info.IsDir():
		r.problem(path, errors.New("this link to a folder is not followed: give it as an argument to read it"))
	case !info.Mode().IsRegular():
		r.problem(path, errors.New("this is not a file, and is not read"))
	case r.isRead(path, target):
	default:
		r.all += info.Size()
		r.add(unit, path)
	}
}

// isRead tells whether a file was given before, also by another path. To count it twice would make a repetition of it.
func (r *reader) isRead(path, target string) bool {
	whole, err := filepath.Abs(target)
	if err != nil || !r.files[whole] {
		r.files[whole] = true
		return false
	}
	r.problem(path, fmt.Errorf("this is %s, which is read only once", target))
	return true
}

// isLog tells by its name whether a file of a folder may be a log. YAML or JSON is one if it begins as the output of a program, as miniFE
// and the SDK of the Metrics Operator write it.
func isLog(path string, mode fs.FileMode) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".html", ".csv", ".md", ".gz", ".png", ".svg", ".sh", ".py":
		return false
	case ".json", ".yaml", ".yml":
		return mode.IsRegular() && beginsAsOutput(path)
	}
	return true
}

func beginsAsOutput(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close() //nolint:errcheck // it was only read
	start := make([]byte, 4096)
	n, _ := io.ReadFull(file, start) // most files are shorter
	return parse.Begins(start[:n])
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

// unit returns the unit of a folder with a set.json, or of an argument. It makes the unit if it is new.
func (r *reader) unit(path string) *unit {
	u := r.found[path]
	if u == nil {
		u = &unit{path: path, named: map[string]bool{}}
		r.found[path] = u
		r.units = append(r.units, u)
	}
	return u
}

func (r *reader) add(path, file string) {
	u := r.unit(path)
	u.files, u.named[file] = append(u.files, file), true
}

func (r *reader) readUnit(whole unit) {
	if whole.path != loose {
		var err error
		if whole.set, err = runs.Read(whole.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			r.problem(filepath.Join(whole.path, runs.SetFile), err)
		}
	}
	all, filled := r.readFiles(whole.files), map[string]bool{}
	for i, file := range whole.files {
		output := whole.outputOf(file)
		filled[output] = filled[output] || len(all[i].sources)+len(all[i].problems) > 0
	}
	for i, read := range all {
		file := whole.files[i]
		r.report.Problems = append(r.report.Problems, read.problems...)
		if !filled[file] && whole.set == nil && whole.outputOf(file) == file && !isPod(filepath.Base(filepath.Dir(file))) && !isPod(filepath.Base(file)) {
			r.problem(file, errors.New("it is empty: no run"))
		}
		for _, s := range read.sources {
			if place(&s, whole.path, whole.set) {
				whole.sources = append(whole.sources, s)
			}
		}
	}
	units, watching := []*unit{&whole}, []report.Source(nil)
	if whole.set == nil {
		units, watching = unitsOf(whole)
		r.sayEmpty(&whole, units)
	}
	first := len(r.report.Runs)
	for _, u := range units {
		numberMetrics(u.sources)
		found, rest := u.runs()
		r.report.Problems = append(r.report.Problems, u.problems()...)
		r.report.Runs = append(r.report.Runs, found...)
		r.report.Rest = append(r.report.Rest, rest...)
	}
	if left := share(watching, r.report.Runs[first:]); len(left) > 0 {
		r.report.Rest = append(r.report.Rest, whole.run(left))
	}
	for _, run := range r.report.Runs[first:] {
		fillRates(run.Sources)
		if run.State == report.Completed && hasResults(run.Sources) && !report.HasFigure(run.Sources) {
			r.problemOf(&run, "", "the run ended with status 0, but no log has a figure of its program: only its duration counts")
		}
	}
}

func (r *reader) problem(file string, err error) {
	r.report.Problems = append(r.report.Problems, newProblem(file, err))
}

// problemOf adds a problem of a run, with the name of its job. and is another file that it is about, or "".
func (r *reader) problemOf(run *report.Run, and, what string) {
	if run.Job != nil && run.Job.Name != "" {
		what = run.Job.Name + ": " + what
	}
	if and == run.Path {
		and = ""
	}
	r.report.Problems = append(r.report.Problems, report.Problem{File: run.Path, And: and, What: what})
}

// newProblem says the name of the file only once.
func newProblem(file string, err error) report.Problem {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return report.Problem{File: file, What: err.Error()}
}

type contents struct {
	sources  []report.Source
	problems []report.Problem
}

// readFiles reads logs side by side, and returns what each of them has.
func (r *reader) readFiles(paths []string) []contents {
	all := make([]contents, len(paths))
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var readers sync.WaitGroup
	for i, path := range paths {
		free <- struct{}{}
		readers.Go(func() {
			all[i] = r.readFile(path)
			<-free
		})
	}
	readers.Wait()
	return all
}

func (r *reader) readFile(path string) contents {
	stream := r.options.Stdin
	name := "standard input"
	if path != Standard {
		file, err := os.Open(path)
		if err != nil {
			return contents{problems: []report.Problem{newProblem(path, err)}}
		}
		defer file.Close() //nolint:errcheck // it was only read
		stream, name = file, path
	}
	sources, problems, err := parse.Read(name, &counter{stream, r}, r.options.Options)
	if err != nil {
		problems = append(problems, newProblem(path, err))
	}
	return contents{sources, problems}
}

// counter reports progress.
type counter struct {
	io.Reader
	r *reader
}

func (c *counter) Read(data []byte) (int, error) {
	n, err := c.Reader.Read(data)
	done := c.r.done.Add(int64(n))
	if c.r.options.Progress != nil {
		c.r.options.Progress(done, c.r.all)
	}
	return n, err
}
