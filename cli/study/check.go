package study

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/studies"
	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
	"github.com/latchkey-dev/latchkey/internal/report/read"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

type checkOptions struct{ *program.Program }

func newCheck(p *program.Program) *cobra.Command {
	o := &checkOptions{p}
	return &cobra.Command{
		Use:   "check RESULTS",
		Short: "Check that a folder of results is whole and unchanged",
		Long: `Check reads a folder that "study run" or "logs -o" has written. It asks no
cluster, and changes nothing. It looks for

- logs, manifests and sources that are not there or have changed since they were
  written, and files beside the logs that no record names,
- runs of the Study without a record, and records of sets that had not ended,
- values in kept reports that the logs do not give again: files *.csv and *.json
  in RESULTS that "report -o csv" and "report -o json" have written.

It also prints what "report" finds, such as cells with fewer than three runs, and
CPUs, kernels and images in which the cells differ. These are not problems.

It prints a line for each, and at the end the digest of the folder: a paper can
cite it, and everybody who checks a copy of the folder gets the same. The digest
is about the Study, records, logs, manifests and sources.

The exit code is 0 if nothing is wrong, else 1.`,
		Example: `  latchkey report -o csv results > results/report.csv
  latchkey study check results`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return o.run(args[0]) },
	}
}

func (o *checkOptions) run(folder string) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return exit.BadInput(err)
	}
	defer root.Close() //nolint:errcheck // a folder loses nothing
	c := &checker{root: root, digests: map[string]string{}}
	if err := c.sets(); err != nil {
		return exit.BadInput(err)
	}
	if len(c.records) == 0 && studies.Kept(folder) == "" {
		return exit.Inputf("%s: it has no Study, and no folder in it has a %s: name a folder that \"study run\" or \"logs -o\" has written", folder, runs.SetFile)
	}
	c.kept()
	if err := c.figures(o.Program, folder); err != nil {
		return err
	}
	for _, line := range c.problems {
		fmt.Fprintln(o.Stdout, "problem: "+text.Printable(line))
	}
	for _, line := range c.remarks {
		fmt.Fprintln(o.Stdout, "remark: "+text.Printable(line))
	}
	fmt.Fprintf(o.Stdout, "%s, %s, %s: %s\nsha256 of the folder: %s\n", text.Count(len(c.records), "set"), text.Count(c.logs, "log"),
		text.Count(c.values, "reported value"), text.Count(len(c.problems), "problem"), c.digest())
	if len(c.problems) > 0 {
		return exit.Silently(exit.Problems)
	}
	return nil
}

// A checker looks at a folder of results. Paths are relative to it, with / between folders.
type checker struct {
	root *os.Root
	// records are the records of the sets, by their folders.
	records map[string]*runs.Set
	// digests are those of the files, and problems and remarks what is to be said of them.
	digests           map[string]string
	problems, remarks []string
	logs, values      int
}

func (c *checker) problem(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// sets reads the record of each set, and compares the set's folder with it.
func (c *checker) sets() error {
	c.records = map[string]*runs.Set{}
	err := fs.WalkDir(c.root.FS(), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Base(name) != runs.SetFile {
			return err
		}
		data, err := files.Read(c.root, name)
		if err != nil {
			return err
		}
		record, err := runs.Decode(data)
		if err != nil {
			c.problem("%s: %v", name, err)
			return nil
		}
		c.records[path.Dir(name)] = record
		return nil
	})
	undigested := 0
	for _, folder := range slices.Sorted(maps.Keys(c.records)) {
		record := c.records[folder]
		undigested += c.set(folder, record)
		if !record.HasEnded() {
			c.problem("%s: the set had not ended when its record was written: it was %s", folder, record.State)
		}
		for _, missing := range record.Missing {
			c.remarks = append(c.remarks, fmt.Sprintf("%s: missing: %s", folder, missing))
		}
	}
	if undigested > 0 {
		c.remarks = append(c.remarks, fmt.Sprintf("%s without a digest in the record, which an older Latchkey wrote: nobody can tell a change", text.Count(undigested, "log")))
	}
	return err
}

// set compares the files of a set with its record, and returns the number of logs without a digest.
func (c *checker) set(folder string, record *runs.Set) (undigested int) {
	named := map[string]bool{path.Join(folder, runs.SetFile): true}
	c.digestOf(path.Join(folder, runs.SetFile))
	for _, pod := range record.Pods {
		for _, own := range pod.Containers {
			if own.Log == "" {
				continue
			}
			name := path.Join(folder, own.Log)
			named[name] = true
			c.logs++
			switch sum := c.digestOf(name); {
			case sum == "":
			case own.SHA256 == "" && record.HasEnded():
				undigested++
			case own.SHA256 == "": // of a set that goes on: the digest comes with the end
			case sum != own.SHA256:
				c.problem("%s: it has changed: its SHA-256 is %s, and was %s", name, sum, own.SHA256)
			}
		}
	}
	_ = fs.WalkDir(c.root.FS(), folder, func(name string, entry fs.DirEntry, err error) error { // what cannot be read is named by its digest
		if err == nil && !entry.IsDir() && !named[name] && !strings.HasSuffix(name, runs.MarkEnd) {
			c.problem("%s: no record names this file, and \"report\" may read it", name)
		}
		return nil
	})
	return undigested
}

// digestOf returns the digest of a file, and keeps it. A file that cannot be read is a problem, and has the digest "".
func (c *checker) digestOf(name string) string {
	sum, err := files.DigestOf(c.root, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.problem("%s: it is not there, and a record names it", name)
		return ""
	case err != nil:
		c.problem("%s: it cannot be read: %v", name, files.Reason(err))
		return ""
	}
	c.digests[name] = sum
	return sum
}

// kept compares the manifests and sources with their names, and wants all that records name, and the Study among the sources.
func (c *checker) kept() {
	var sources, without []string
	for _, folder := range []string{runs.SourcesFolder, runs.ManifestsFolder} {
		entries, _ := fs.ReadDir(c.root.FS(), folder) // what is not there is missed below
		for _, entry := range entries {
			name := path.Join(folder, entry.Name())
			if sum := c.digestOf(name); sum != "" && !strings.HasPrefix(entry.Name(), sum+".") {
				c.problem("%s: it has changed: its SHA-256 is %s", name, sum)
			}
			if folder == runs.SourcesFolder {
				data, _ := files.Read(c.root, name) // its digest could be read
				sources = append(sources, string(data))
			}
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(c.records)) {
		of := c.records[folder].Kept
		if of == nil {
			without = append(without, folder)
			continue
		}
		for _, name := range []string{of.Sources, of.Manifests} {
			if name != "" && c.digests[path.Clean(name)] == "" {
				c.problem("%s: it is not there, and the record of %s names it", name, folder)
			}
		}
	}
	if len(without) > 0 {
		c.remarks = append(c.remarks, fmt.Sprintf("nothing is kept of what %s made of, first %s", text.Count(len(without), "set")+" was", without[0]))
	}
	entries, _ := fs.ReadDir(c.root.FS(), ".")
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), runs.StudyEnd) || c.digestOf(entry.Name()) == "" {
			continue
		}
		study, _ := files.Read(c.root, entry.Name()) // its digest could be read
		if len(sources) > 0 && !slices.ContainsFunc(sources, func(text string) bool { return strings.Contains(text, string(study)) }) {
			c.problem("%s: it has changed: no file in %s has this Study", entry.Name(), runs.SourcesFolder)
		}
	}
}

// figures reads the logs, and compares the runs with the Study, and the values with kept reports and with the crate.
func (c *checker) figures(p *program.Program, folder string) error {
	all, err := measured(p, folder)
	switch {
	case all == nil:
		return err
	case err != nil:
		c.problem("the report cannot be made: %v", err)
		return nil
	}
	c.missing(all)
	for _, finding := range all.Comparison.Findings {
		c.remarks = append(c.remarks, finding.What)
	}
	c.crate(p.Name, all)
	return c.reports(all)
}

// measured reads the logs of a folder of results, and compares the runs as its Study wants. If they cannot be compared, there is both a
// report and an error.
func measured(p *program.Program, folder string) (*report.Report, error) {
	options, comparison := read.Options{}, report.Options{}
	if file := studies.Kept(folder); file != "" {
		wanted, err := studies.Read(p, file)
		if err != nil {
			return nil, err
		}
		if options.Figures, err = parse.NewFigures(studies.Figures(wanted)); err != nil {
			return nil, exit.BadInput(err)
		}
		comparison.Study = studies.Plan(wanted)
	}
	all, err := read.Paths([]string{folder}, options)
	if err != nil {
		return nil, exit.BadInput(err)
	}
	return all, exit.BadInput(report.Compare(all, comparison))
}

// crate reports a description for archives that differs from the folder. A folder without one needs none.
func (c *checker) crate(name string, all *report.Report) {
	kept, err := files.Read(c.root, runs.CrateFile)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	now, problem := metadata(c.root, all)
	switch err = errors.Join(err, problem); {
	case err != nil:
		c.problem("%s: it cannot be compared with the folder: %v", runs.CrateFile, err)
	case !bytes.Equal(kept, now):
		c.problem("%s: it describes an earlier state of the folder: repair the other problems, or run \"%s study crate\" again", runs.CrateFile, name)
	}
}

// missing names the runs of the Study of which there is no record. A run that failed is there.
func (c *checker) missing(all *report.Report) {
	for _, cell := range all.Comparison.Missing {
		for _, number := range cell.Numbers {
			at := slices.IndexFunc(all.Runs, func(run report.Run) bool {
				place := run.Place
				return place != nil && place.Cell == cell.Hash && (place.Number == number || place.Number == 0)
			})
			if at < 0 {
				c.problem("run %d of the cell %s: there is no record of it", number, cell.Planned)
				continue
			}
			run := &all.Runs[at]
			c.remarks = append(c.remarks, strings.TrimSuffix(fmt.Sprintf("run %d of the cell %s: %s %s: %s", number, cell.Planned, run.Name, run.State, run.Reason), ": "))
		}
	}
}

// digest returns the SHA-256 of the list of files as "sha256sum" prints it, sorted by path.
func (c *checker) digest() string {
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c.digests)) {
		fmt.Fprintf(&lines, "%s  %s\n", c.digests[name], name)
	}
	sum, _ := files.Digest(strings.NewReader(lines.String())) // memory can be read
	return sum
}
