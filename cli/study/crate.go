package study

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/internal/crate"
	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

type crateOptions struct{ *program.Program }

func newCrate(p *program.Program) *cobra.Command {
	o := &crateOptions{p}
	return &cobra.Command{
		Use:   "crate RESULTS",
		Short: "Describe a folder of results for an archive",
		Long: `Crate writes RESULTS/` + runs.CrateFile + `, so that the folder is an RO-Crate with
the profile Process Run Crate 0.5. Archives such as Zenodo and WorkflowHub know
this form. Each run is an action: with its images, its program and Latchkey, its
parameters and environment, its logs and figures, its times, and how it ended.

Write RESULTS/` + runs.AboutFile + ` before:

  title: Strong scaling of LAMMPS
  license: CC-BY-4.0
  description: Why, and what was found.
  keywords: [LAMMPS, Kubernetes]
  authors:
  - {name: Your Name, orcid: 0000-0002-1825-0097, affiliation: Your University}
  ranBy: Your Name
  datePublished: "2026-11-28"

Title and license are required. Equal folders give equal files. No cluster is asked.`,
		Example: `  latchkey study crate results && zip -qr results.zip results -x '*/.*'`,
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return o.run(args[0]) },
	}
}

func (o *crateOptions) run(folder string) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return exit.BadInput(err)
	}
	defer root.Close() //nolint:errcheck // a folder loses nothing
	all, err := measured(o.Program, folder)
	if err != nil {
		return err
	}
	data, err := metadata(root, all)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return exit.Inputf("%s is not there: write at least title and license into it, as \"%s study crate --help\" shows", filepath.Join(folder, runs.AboutFile), o.Name)
	case err != nil:
		return exit.BadInput(err)
	}
	if err := files.Replace(root, files.File{Name: runs.CrateFile, Data: data}); err != nil {
		return err
	}
	o.Say(text.Printable(filepath.Join(folder, runs.CrateFile)) + " is written")
	return nil
}

// metadata returns what describes a folder of results, of which all is the report. The error is [fs.ErrNotExist] if nobody has described it.
func metadata(root *os.Root, all *report.Report) ([]byte, error) {
	data, err := files.Read(root, runs.AboutFile)
	if err != nil {
		return nil, err
	}
	about, err := crate.DecodeAbout(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(root.Name(), runs.AboutFile), err)
	}
	described := crate.Folder{Sets: map[string]*runs.Set{}}
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || name == runs.CrateFile || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		return describeFile(root, name, &described)
	})
	if err != nil {
		return nil, err
	}
	if len(described.Sets) == 0 {
		return nil, fmt.Errorf("%s: no folder in it has a %s: name a folder that \"study run\" or \"logs -o\" has written", root.Name(), runs.SetFile)
	}
	described.Programs = programs(root.Name(), all)
	if described.Figures, err = merits(root.Name(), all); err != nil {
		return nil, err
	}
	return crate.New(about, described)
}

// describeFile adds a file, and the record of a set if it is one.
func describeFile(root *os.Root, name string, to *crate.Folder) error {
	sum, err := files.DigestOf(root, name)
	if err != nil {
		return err
	}
	info, err := root.Stat(name)
	if err != nil {
		return err
	}
	to.Files = append(to.Files, crate.File{Path: name, Size: info.Size(), SHA256: sum})
	if path.Base(name) != runs.SetFile {
		return nil
	}
	data, err := files.Read(root, name)
	if err != nil {
		return err
	}
	to.Sets[path.Dir(name)], err = runs.Decode(data)
	return err
}

// below returns the folder of a run, relative to the folder of results, with / between folders.
func below(folder string, run *report.Run) string {
	relative, _ := filepath.Rel(filepath.Clean(folder), run.Path) // both are below one folder
	return filepath.ToSlash(relative)
}

// programs returns what ran in the sets, as the logs say it, by the folders of the sets.
func programs(folder string, all *report.Report) map[string]crate.Program {
	found := map[string]crate.Program{}
	for i := range all.Runs {
		run := &all.Runs[i]
		name, _, _ := strings.Cut(run.Facts[report.FactProgram], ", ")
		for _, source := range run.Sources {
			at := slices.IndexFunc(source.Results, func(r report.Result) bool { return r.Kind.Name == name })
			if at >= 0 {
				kind := source.Results[at].Kind
				found[below(folder, run)] = crate.Program{Name: kind.Title, URL: kind.URL, Version: release(run, kind.Title)}
				break
			}
		}
	}
	return found
}

// release returns the version of a program that a run says, or "".
func release(run *report.Run, program string) string {
	for one := range strings.SplitSeq(run.Facts[report.FactRelease], ", ") {
		if version, is := strings.CutPrefix(one, program+" "); is {
			return version
		}
	}
	return ""
}

// merits returns the figures of merit of the runs, as "report -o csv" writes them, by the folders of the sets.
func merits(folder string, all *report.Report) (map[string][]crate.Figure, error) {
	var out bytes.Buffer
	if err := report.WriteCSV(&out, all); err != nil {
		return nil, err
	}
	rows, at, err := csvTable(out.Bytes())
	if err != nil {
		return nil, err
	}
	of := map[string]string{}
	for i := range all.Runs {
		of[text.Printable(all.Runs[i].Name)] = below(folder, &all.Runs[i])
	}
	found := map[string][]crate.Figure{}
	for _, row := range rows {
		if row[at["merit"]] == "true" && row[at["value"]] != "" {
			set := of[row[at["run"]]]
			found[set] = append(found[set], crate.Figure{
				Run: row[at["run"]], Name: named(row[at["metric"]], row[at["kind"]], row[at["name"]]), Value: row[at["value"]], Unit: row[at["unit"]],
			})
		}
	}
	return found, nil
}
