package files

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A File is a file below a folder, with its new content.
type File struct {
	// Name is the path of the file, relative to the folder.
	Name string
	Data []byte
	// Private says that the file has a secret, so that only its owner may read it.
	Private bool
}

// A prepared file is a temporary file with the content of another.
type prepared struct{ temporary, name string }

// Replace writes files. It prepares all of them before it puts the first into its place, and nobody ever sees half a file.
// A file keeps its permissions, unless it becomes private. Every error is a [*fs.PathError] with the name of the file.
func Replace(root *os.Root, all ...File) error {
	var done []prepared
	defer func() {
		for _, p := range done {
			_ = root.Remove(p.temporary) // this fails after a successful rename
		}
	}()
	for _, file := range all {
		p, err := prepare(root, file)
		if err != nil {
			return pathError(root, file.Name, err)
		}
		done = append(done, p)
	}
	for _, p := range done {
		if err := root.Rename(p.temporary, p.name); err != nil {
			return pathError(root, p.name, err)
		}
	}
	return nil
}

// prepare writes the new content of a file into a temporary file. Its name begins with a dot, so that other programs
// that read the folder leave it out. Nobody can have made a file or a link with this name before: the name cannot be
// guessed, and the file must be new.
func prepare(root *os.Root, file File) (prepared, error) {
	name := ".latchkey-" + rand.Text() + ".tmp"
	p := prepared{temporary: filepath.Join(filepath.Dir(file.Name), name), name: file.Name}
	mode := fs.FileMode(0o666)
	if info, err := root.Lstat(file.Name); err == nil {
		mode = info.Mode().Perm()
	}
	if file.Private {
		mode = 0o600
	}
	out, err := root.OpenFile(p.temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return p, err
	}
	_, err = out.Write(file.Data)
	if err = errors.Join(err, out.Close()); err != nil {
		_ = root.Remove(p.temporary) // the first error counts
	}
	return p, err
}

// pathError names the file that an error is about, in place of the temporary file.
func pathError(root *os.Root, name string, err error) error {
	return &fs.PathError{Op: "write", Path: filepath.Join(root.Name(), name), Err: Reason(err)}
}

// Reason returns the reason in an error of package os, without the file and the system call.
func Reason(err error) error {
	if path := (&fs.PathError{}); errors.As(err, &path) {
		err = path.Err
	}
	if link := (&os.LinkError{}); errors.As(err, &link) {
		err = link.Err
	}
	return err
}
