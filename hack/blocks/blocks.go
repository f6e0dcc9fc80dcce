// Package blocks finds the blocks of commands in a document, and compares what they print with what the document shows.
package blocks

import (
	"regexp"
	"strings"
)

// A Block is one block of commands in a document, fenced or indented, and the output that the document shows directly
// after it, if any:
//
//	<!-- run -->
//	```sh
//	latchkey version
//	```
//
//	```text
//	latchkey ...
//	```
//
// The line above says "run", or what the block needs, for example "needs: kustomize kpt". A block that needs programs is
// run if they are on PATH. A block that needs services is not run. Or the line says why the block is not run, for example
// "not run: it takes a day". An indented block without such a line is run.
//
// A fenced block below "file: <path>" is a file. It is written before the commands that follow. If the commands have made
// the file already, it must be as the document shows it.
type Block struct {
	Marker, Commands, Want string
	// File is the path of a file if the document holds its text; else "".
	File, Text string
}

var marker = regexp.MustCompile(`^<!-- (run|needs: [a-z -]+|not run: .+|file: \S+) -->$`)

// Of returns the blocks of commands, and reports blocks that no test would run.
func Of(text string) (blocks []Block, problems []string) {
	all := partsOf(text)
	for at, p := range all {
		b := Block{Commands: p.text, Marker: "run"}
		found := at > 0 && all[at-1].kind == "prose" && marker.MatchString(all[at-1].text)
		if found {
			b.Marker = marker.FindStringSubmatch(all[at-1].text)[1]
		}
		if at+1 < len(all) && (all[at+1].kind == "```text" || all[at+1].kind == "```yaml") {
			b.Want = all[at+1].text
		}
		if file, isFile := strings.CutPrefix(b.Marker, "file: "); isFile {
			blocks = append(blocks, Block{File: file, Text: p.text})
			continue
		}
		switch p.kind {
		case "indented":
			b.Want = ""
			blocks = append(blocks, b)
		case "```sh":
			blocks = append(blocks, b)
			if !found {
				problems = append(problems, "say above whether this is run, or what it needs:\n"+p.text)
			}
		case "```bash", "```shell", "```console", "```zsh":
			problems = append(problems, "write ```sh and not "+p.kind+", so that it can be run:\n"+p.text)
		}
	}
	return blocks, problems
}

// A part of a document is a block, fenced or indented, or one line of prose.
type part struct{ kind, text string }

func partsOf(text string) []part {
	var parts []part
	last := func() *part { return &parts[len(parts)-1] }
	fenced, blank := false, true
	for line := range strings.Lines(text) {
		plain := strings.TrimRight(line, "\n")
		switch {
		case fenced && plain == "```":
			fenced = false
		case fenced:
			last().text += line
		case strings.HasPrefix(plain, "```"):
			parts = append(parts, part{kind: plain})
			fenced = true
		case strings.HasPrefix(plain, "    ") && blank:
			parts = append(parts, part{"indented", line})
		case strings.HasPrefix(plain, "    ") && last().kind == "indented":
			last().text += line
		case plain != "":
			parts = append(parts, part{"prose", plain})
		}
		blank = plain == ""
	}
	return parts
}

// Matches compares an output with the output in the document. There, a line "..." stands for any lines, and "..." at the
// end of a line for the rest of the line.
func Matches(want, got string) bool {
	pattern := regexp.QuoteMeta(strings.TrimSpace(want))
	pattern = regexp.MustCompile(`(?m)^\\.\\.\\.$`).ReplaceAllString(pattern, "(?s:.*)")
	pattern = regexp.MustCompile(`(?m)\\.\\.\\.$`).ReplaceAllString(pattern, ".*")
	return regexp.MustCompile(`^` + pattern + `$`).MatchString(strings.TrimSpace(got))
}
