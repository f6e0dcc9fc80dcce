// Ship writes the shipped form of the scripts in generators/*/scripts: the files that rendered ConfigMaps hold, without
// comments and blank lines, in the folder shipped beside scripts. It keeps the comments that say for which sets a command is,
// from which generators/internal/shipped selects.
//
//	go run ./hack/ship
//
// The two first lines of a shipped file are the line that names its interpreter, and a line that says where its source
// is: path and version. The version is the release in which the code of the script changed last, so neither a new
// release nor a new comment changes what a set ships.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// version is the next release. A script whose code has changed since the release before gets it.
const version = "v0.1"

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "ship:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	folders, err := filepath.Glob(filepath.Join(root, "generators/*/scripts"))
	if err != nil {
		return err
	}
	for _, folder := range folders {
		if err := shipFolder(root, folder); err != nil {
			return err
		}
	}
	return nil
}

// shipFolder ships all scripts of a folder, and removes files whose script is gone.
func shipFolder(root, folder string) error {
	to := filepath.Join(filepath.Dir(folder), "shipped")
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	old, err := os.ReadDir(to)
	if err != nil {
		return err
	}
	for _, entry := range old {
		if _, err := os.Stat(filepath.Join(folder, entry.Name())); err != nil {
			if err := os.Remove(filepath.Join(to, entry.Name())); err != nil {
				return err
			}
		}
	}
	scripts, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range scripts {
		path := filepath.Join(folder, entry.Name())
		if err := shipFile(root, path, filepath.Join(to, entry.Name())); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// shipFile writes the shipped form of one script. It leaves the file alone if its code is the same.
func shipFile(root, path, to string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	source, err := filepath.Rel(root, path)
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	code, err := strip(string(text))
	if err != nil {
		return err
	}
	if old, err := os.ReadFile(to); err == nil {
		if lines := strings.SplitN(string(old), "\n", 3); len(lines) == 3 && lines[0] == first && lines[2] == code {
			return nil
		}
	}
	header := fmt.Sprintf("%s\n# Latchkey %s, %s\n", first, version, filepath.ToSlash(source))
	return os.WriteFile(to, []byte(header+code), 0o644)
}

// strip returns the code of a script.
func strip(text string) (string, error) {
	first, _, _ := strings.Cut(text, "\n")
	if strings.HasSuffix(first, "sh") {
		return shell(text)
	}
	return lines(text), nil
}

// lines removes comments, blank lines and Python's docstrings, line by line. It keeps marks, which the source closes itself.
func lines(text string) string {
	var out strings.Builder
	inside := false // of a docstring
	for line := range strings.Lines(text) {
		code := strings.TrimSpace(line)
		quotes := strings.Count(code, `"""`)
		if inside || strings.HasPrefix(code, `"""`) {
			inside = inside != (quotes == 1)
			continue
		}
		if isMark := strings.HasPrefix(code, mark) || code == end; code == "" || strings.HasPrefix(code, "#") && !isMark {
			continue
		}
		code, _, _ = strings.Cut(line, "  # ")
		out.WriteString(strings.TrimRight(code, " \n") + "\n")
	}
	return out.String()
}
