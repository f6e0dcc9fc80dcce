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

// A file is one input: its bytes under the name that findings show.
type file struct {
	name string
	data []byte
}

// A reader collects the input files of one command.
type reader struct {
	stdin io.Reader
	seen  map[string]bool
	files []file
	// unread are those that could not be read.
	unread []unread
}

// An unread is a file that could not be read.
type unread struct {
	name string
	err  error
}

// reason is the error without the file's name.
func (u unread) reason() string {
	_, reason, _ := strings.Cut(u.err.Error(), u.name+": ")
	return reason
}

// joined is one error that tells everything that could not be read.
func joined(all []unread) error {
	errs := make([]error, 0, len(all))
	for _, u := range all {
		errs = append(errs, u.err)
	}
	return errors.Join(errs...)
}

// readFiles reads the named files in the order given. A directory stands for
// the .yaml, .yml and .json files below it in sorted order, - for standard
// input. A file that is named twice is read once, and config, which is no input,
// not at all. What could not be read is returned as well.
func readFiles(args []string, stdin io.Reader, config string) ([]file, []unread) {
	r := reader{stdin: stdin, seen: map[string]bool{realPath(config): config != ""}}
	for _, arg := range args {
		r.readArg(arg)
	}
	return r.files, r.unread
}

func (r *reader) fail(name string, err error) {
	r.unread = append(r.unread, unread{name, fileError("read", name, err)})
}

func (r *reader) readArg(arg string) {
	if arg == stdinName {
		r.readStdin()
		return
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		r.fail(arg, err)
	case info.IsDir():
		r.readDirectory(arg)
	default:
		r.readFile(file{name: arg})
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

func (r *reader) readFile(f file) {
	path := realPath(f.name)
	if r.seen[path] {
		return
	}
	r.seen[path] = true
	var err error
	if f.data, err = os.ReadFile(f.name); err != nil {
		r.fail(f.name, err)
		return
	}
	r.files = append(r.files, f)
}

// readDirectory reads the manifests below a directory. WalkDir goes through
// the names of a directory in their byte order, as kpt does.
func (r *reader) readDirectory(root string) {
	empty := true
	visit := func(path string, entry fs.DirEntry, err error) error {
		name := filepath.Join(root, filepath.FromSlash(path))
		switch {
		case err != nil:
			r.fail(name, err)
		case path != "." && isHidden(path):
			return skip(entry)
		case isManifest(path) && isRegular(name):
			empty = false
			r.readFile(file{name: name})
		}
		return nil
	}
	if err := fs.WalkDir(os.DirFS(root), ".", visit); err != nil {
		r.fail(root, err)
	}
	if empty {
		r.unread = append(r.unread, unread{root, inputError{fmt.Errorf("%s: this directory has no .yaml, .yml or .json file", root)}})
	}
}

// skip leaves out one file, or one directory with all that it holds.
func skip(entry fs.DirEntry) error {
	if entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func isHidden(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") }

// isManifest tells by its name whether a file of a directory is read.
func isManifest(path string) bool {
	switch filepath.Ext(path) {
	case ".yaml", ".yml", ".json":
		return true
	default:
		return false
	}
}

// isRegular follows symbolic links, for the files of a mounted ConfigMap are
// links. A link that leads nowhere counts: reading it gives the error.
func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}

// realPath returns the path by which a file is known again when it is named
// twice. What has no such path, a pipe of the shell's <(...) for example, is
// known by its own name.
func realPath(name string) string {
	if path, err := filepath.EvalSymlinks(name); err == nil {
		name = path
	}
	if path, err := filepath.Abs(name); err == nil {
		name = path
	}
	return name
}

// fileError names the file once, where the errors of package os name it again
// together with a system call. A file that is missing where it is to be read is the user's to mend.
func fileError(verb, name string, err error) error {
	missing := verb == "read" && errors.Is(err, fs.ErrNotExist)
	if pathErr := new(fs.PathError); errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	if linkErr := new(os.LinkError); errors.As(err, &linkErr) {
		err = linkErr.Err
	}
	err = fmt.Errorf("%s %s: %w", verb, name, err)
	if missing {
		return inputError{err}
	}
	return err
}
