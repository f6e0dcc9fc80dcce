// Package input reads the files that a command names: manifests, folders of them, and standard input.
package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/files"
)

// Stdin is the argument that stands for standard input, as in kubectl.
const Stdin = "-"

// A File is an input: its bytes, and its name in findings.
type File struct {
	Name string
	Data []byte
	// Found says that the file was found in a directory. The user has not named it.
	Found bool
}

// A Reader collects the input files of one command.
type Reader struct {
	Stdin io.Reader
	// Ignore are patterns for files of directories that are not read.
	Ignore []string

	seen  map[string]bool
	files []File
	// unread are findings about the files that could not be read, and errs the reasons.
	unread fn.Results
	errs   []error
}

// Read reads the named files in the order given. A directory stands for the .yaml, .yml and .json files below it,
// sorted by name, and "-" for standard input. A file that is named twice is read once. The file config is not read,
// because it is not input. Findings tell what could not be read, and then there is an error of which nothing is to be
// printed.
func (r *Reader) Read(args []string, config string) ([]File, fn.Results, error) {
	r.seen = map[string]bool{RealPath(config): config != ""}
	for _, arg := range args {
		r.readArg(arg)
	}
	return r.files, r.unread, exit.Silently(exit.Code(errors.Join(r.errs...)))
}

func (r *Reader) fail(name string, err error) {
	if err = files.Reason(err); errors.Is(err, fs.ErrNotExist) {
		err = exit.Inputf("%w: check the path", err)
	}
	r.refuse(name, fmt.Errorf("cannot be read: %w", err))
}

func (r *Reader) refuse(name string, err error) {
	r.unread, r.errs = append(r.unread, (&fn.Item{File: name}).Problem(err.Error())), append(r.errs, err)
}

func (r *Reader) readArg(arg string) {
	if arg == Stdin {
		r.readFile(Stdin, File{Name: fn.StandardInput}, func() ([]byte, error) { return io.ReadAll(r.Stdin) })
		return
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		r.fail(arg, err)
	case info.IsDir():
		r.readDirectory(arg)
	default:
		r.readFile(RealPath(arg), File{Name: arg}, func() ([]byte, error) { return os.ReadFile(arg) })
	}
}

// readFile reads a file that has not been read yet. path identifies it.
func (r *Reader) readFile(path string, file File, read func() ([]byte, error)) {
	if r.seen[path] {
		return
	}
	r.seen[path] = true
	data, err := read()
	if err != nil {
		r.fail(file.Name, err)
		return
	}
	file.Data = data
	r.files = append(r.files, file)
}

// RealPath returns the path that identifies a file, so that it is read once. Some files have no such path, for example
// a pipe of the shell's <(...). Their own name identifies them.
func RealPath(name string) string {
	if path, err := filepath.EvalSymlinks(name); err == nil {
		name = path
	}
	if path, err := filepath.Abs(name); err == nil {
		name = path
	}
	return name
}

// FileError returns an error that names the file once. It is a problem of the input if a file to read is missing.
func FileError(verb, name string, err error) error {
	reason := fmt.Errorf("%s %s: %w", verb, name, files.Reason(err))
	if verb == "read" && errors.Is(err, fs.ErrNotExist) {
		return exit.BadInput(reason)
	}
	return reason
}
