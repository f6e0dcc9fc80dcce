package render

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/folder"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// keptFiles returns the files, relative to a directory, that are written now or that only an option leaves out.
func keptFiles(directory string, result *rendering.Result) map[string]bool {
	kept := map[string]bool{}
	for _, item := range result.Items {
		below, _ := folder.PathOf(directory, item)
		kept[below] = true
	}
	for _, item := range result.Input {
		if item.IsSource(result.Settings.Kinds) && leavesOut(result, item) {
			kept[folder.FileName(item)] = true
		}
	}
	return kept
}

// leavesOut tells whether an option may leave objects of a source out of the output. The files with such objects stay.
func leavesOut(result *rendering.Result, source *fn.Item) bool {
	hasOption := func(option string) bool { return source.Annotation(latchkey.Prefix+option) != "" }
	return result.Settings.Options.Include != nil || hasOption("include") || hasOption("validate-only")
}

// writeFiles writes the objects as files, and removes stale files or warns about them.
func (o *options) writeFiles(directory string, paths []string, result *rendering.Result) error {
	stale, err := folder.Stale(directory, keptFiles(directory, result), result.Settings.Kinds)
	if err != nil {
		return err
	}
	if o.prune && len(result.Items) == 0 && len(stale) > 0 {
		return exit.Inputf("%s: --prune: this input makes nothing to apply, so --prune would remove each file that was rendered before (%s): give the input files from which they were rendered, or remove them yourself",
			directory, firstOf(stale))
	}
	if o.prune {
		if err := checkGiven(paths, stale, result.Input); err != nil {
			return err
		}
	}
	if err := folder.Write(directory, result.Items); err != nil {
		return err
	}
	if o.prune {
		return o.removeFiles(stale)
	}
	if len(stale) > 0 {
		o.PrintFindings(fn.Results{(&fn.Item{File: directory}).Warning(fmt.Sprintf(
			"an earlier render wrote %s, and this one did not: use --prune to remove such files, unless another input makes them", firstOf(stale)))})
	}
	return nil
}

// checkGiven refuses to remove files that a path names, itself or by their folder. A folder may hold stale files if objects
// were read from it as well, as where the output directory is below the folder of the sources.
func checkGiven(paths, stale []string, read []*fn.Item) error {
	var errs []error
	for _, path := range paths {
		isBelow := func(name string) bool {
			_, below := folder.Below(path, name)
			return below && name != fn.StandardInput
		}
		given := slices.DeleteFunc(slices.Clone(stale), func(name string) bool { return !isBelow(name) })
		if len(given) == 0 || slices.ContainsFunc(read, func(item *fn.Item) bool { return isBelow(item.File) }) {
			continue
		}
		errs = append(errs, exit.Inputf("%s: --prune would remove %s, which you name as input and an earlier render wrote: name the files from which it was rendered, or leave this path out",
			path, firstOf(given)))
	}
	return errors.Join(errs...)
}

// firstOf names the first of the files, and counts the others.
func firstOf(paths []string) string {
	if len(paths) == 1 {
		return filepath.Base(paths[0])
	}
	return fmt.Sprintf("%s and %d more", filepath.Base(paths[0]), len(paths)-1)
}

func (o *options) removeFiles(paths []string) error {
	var errs []error
	for _, path := range paths {
		if err := os.Remove(path); err != nil {
			errs = append(errs, input.FileError("remove", path, err))
			continue
		}
		o.Say(fmt.Sprintf("removed %s: an earlier render wrote it, and this input does not make it", text.Printable(path)))
	}
	return errors.Join(errs...)
}
