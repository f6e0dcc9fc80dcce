package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/latchkey-dev/latchkey/fn"
)

// stdinName is the argument that stands for standard input, as in kubectl.
const stdinName = "-"

// A file is an input: its bytes, and its name in findings.
type file struct {
	name string
	data []byte
	// found says that the file was found in a directory. The user has not named it.
	found bool
}

// A reader collects the input files of one command.
type reader struct {
	stdin io.Reader
	// ignore are patterns for files of directories that are not read.
	ignore []string
	// revisions says that REVISION:PATH names files of a git repository.
	revisions bool

	seen  map[string]bool
	files []file
	// unread are the files that could not be read.
	unread []unread
}

// An unread is a file that could not be read.
type unread struct {
	name string
	err  error
}

// resultsOf returns findings about the files that could not be read.
func resultsOf(missing []unread) fn.Results {
	var results fn.Results
	for _, u := range missing {
		results = append(results, (&fn.Item{File: u.name}).Problem(u.err.Error()))
	}
	return results
}

// errorOf returns one error for all files that could not be read, or nil. The error is already reported.
func errorOf(missing []unread) error {
	var errs []error
	for _, u := range missing {
		errs = append(errs, reportedError{u.err})
	}
	return errors.Join(errs...)
}

// readAll reads the named files in the order given. A directory stands for the .yaml, .yml and .json files below it,
// sorted by name, and "-" for standard input. A file that is named twice is read once. The file config is not read,
// because it is not input. readAll also returns what it could not read.
func (r *reader) readAll(args []string, config string) ([]file, []unread) {
	r.seen = map[string]bool{realPath(config): config != ""}
	for _, arg := range args {
		r.readArg(arg)
	}
	return r.files, r.unread
}

func (r *reader) fail(name string, err error) {
	if err = reasonOf(err); errors.Is(err, fs.ErrNotExist) {
		err = inputError{fmt.Errorf("%w: check the path", err)}
	}
	r.unread = append(r.unread, unread{name, fmt.Errorf("cannot be read: %w", err)})
}

func (r *reader) readArg(arg string) {
	if arg == stdinName {
		r.readStdin()
		return
	}
	info, err := os.Stat(arg)
	revision, path, isRevision := strings.Cut(arg, ":")
	switch {
	case err != nil && isRevision && r.revisions:
		r.readRevision(revision, path)
	case err != nil:
		r.fail(arg, err)
	case info.IsDir():
		r.readDirectory(arg)
	default:
		r.readFile(arg, os.ReadFile)
	}
}

func (r *reader) readStdin() {
	if r.seen[stdinName] {
		return
	}
	r.seen[stdinName] = true
	data, err := io.ReadAll(r.stdin)
	if err != nil {
		r.fail(fn.StandardInput, err)
		return
	}
	r.files = append(r.files, file{name: fn.StandardInput, data: data})
}

func (r *reader) readFile(name string, read func(string) ([]byte, error)) {
	path := realPath(name)
	if r.seen[path] {
		return
	}
	r.seen[path] = true
	data, err := read(name)
	if err != nil {
		r.fail(name, err)
		return
	}
	r.files = append(r.files, file{name: name, data: data})
}

// realPath returns the path that identifies a file, so that it is read once. Some files have no such path, for example
// a pipe of the shell's <(...). Their own name identifies them.
func realPath(name string) string {
	if path, err := filepath.EvalSymlinks(name); err == nil {
		name = path
	}
	if path, err := filepath.Abs(name); err == nil {
		name = path
	}
	return name
}

// fileError returns an error that names the file once. It is an [inputError] if a file to read is missing.
func fileError(verb, name string, err error) error {
	reason := fmt.Errorf("%s %s: %w", verb, name, reasonOf(err))
	if verb == "read" && errors.Is(err, fs.ErrNotExist) {
		return inputError{reason}
	}
	return reason
}

// reasonOf returns the reason in an error of package os, without the file and the system call.
func reasonOf(err error) error {
	if pathErr := new(fs.PathError); errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	if linkErr := new(os.LinkError); errors.As(err, &linkErr) {
		err = linkErr.Err
	}
	return err
}
