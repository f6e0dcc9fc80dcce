package input

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/monochromegane/go-gitignore"
)

// ignoreFile is a file of a directory with patterns, one a line, for what is not read below this directory.
const ignoreFile = ".latchkeyignore"

// ignored returns the rule for what is not read below a directory: the patterns of its ignore file and those of
// --ignore. Patterns have the form of .gitignore (git-scm.com/docs/gitignore) and are relative to the directory.
func (r *Reader) ignored(root *os.Root) (gitignore.IgnoreMatcher, error) {
	var patterns []byte
	info, err := root.Stat(ignoreFile)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return nil, errNoFile
	case err == nil:
		patterns, err = root.ReadFile(ignoreFile)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	patterns = append(append(patterns, '\n'), strings.Join(r.Ignore, "\n")...)
	return gitignore.NewGitIgnoreFromReader(".", bytes.NewReader(patterns)), nil
}
