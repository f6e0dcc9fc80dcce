package scripts

import (
	"embed"
	"path"
	"strings"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// A Library holds scripts by the names of their files.
type Library map[string]script

// A script has a hash beside its text, because to hash the scripts of each set again would take a tenth of a run. sources are
// the scripts that it sources in every set.
type script struct {
	text, sum string
	sources   []string
}

// Python finds a python in an image, and runs a script in Python.
const Python = "python.sh"

// ForPython are the scripts beside a script in Python that asks the API server.
var ForPython = []string{Python, "server.py"}

// LastingStatus is the status of a script in Python after an error that another try does not remove.
const LastingStatus = 78

//go:embed *.sh *.py
var shared embed.FS

// Read returns the scripts in the folder called scripts, and those that the scripts of several kinds use. It panics if they cannot
// be read, which would be a fault of the build.
func Read(files embed.FS) Library {
	library := Library{}
	library.read(shared, ".")
	library.read(files, "scripts")
	return library
}

func (l Library) read(files embed.FS, folder string) {
	entries, err := files.ReadDir(folder)
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		source, err := files.ReadFile(path.Join(folder, entry.Name()))
		if err != nil {
			panic(err)
		}
		text := Strip(string(source))
		l[entry.Name()] = script{text, workload.DataSum(map[string]string{"": text}), sources(text)}
	}
}

// With returns the data of a ConfigMap: the scripts with these names, those that they source in every set, and files of users.
// The hash of all can be part of a name. With panics if there is no such script, which would be a fault of the generator.
func (l Library) With(names []string, texts map[string]string) (data map[string]string, hash string) {
	data, sums := make(map[string]string, len(names)+len(texts)), make(map[string]string, len(names)+len(texts))
	l.add(data, sums, names)
	for key, text := range texts {
		data[key], sums[key] = text, text
	}
	return data, workload.DataHash(sums)
}

func (l Library) add(data, sums map[string]string, names []string) {
	for _, name := range names {
		if data[name] != "" {
			continue
		}
		found, ok := l[name]
		if !ok {
			panic("there is no script " + name)
		}
		data[name], sums[name] = found.text, found.sum
		l.add(data, sums, found.sources)
	}
}

// sources returns the scripts that a script sources in lines that begin with the dot, as in
//
//	. "$LATCHKEY_FILES/lib.sh"
//
// It leaves out lines with a condition before the dot: the generator knows for which sets the condition holds.
func sources(text string) []string {
	var names []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, ". ") && strings.Contains(line, "LATCHKEY_FILES") {
			names = append(names, strings.Trim(line[strings.LastIndex(line, "/")+1:], "\"\n"))
		}
	}
	return names
}

// Strip returns a script without its comments: without the lines that are blank or hold nothing but a comment of the shell,
// Python or bpftrace. The first line, which names the interpreter, stays. Every other line stays as it is written. Strip does not parse the script, so no
// string that goes over several lines may have such a line. A test looks at all scripts.
func Strip(source string) string {
	var out strings.Builder
	for line := range strings.Lines(source) {
		code := strings.TrimSpace(line)
		if out.Len() == 0 || code != "" && code[0] != '#' && !strings.HasPrefix(code, "//") {
			out.WriteString(line)
		}
	}
	return out.String()
}
