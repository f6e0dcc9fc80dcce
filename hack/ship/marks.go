package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// mark begins a comment before a command: the command is for sets for which certain facts hold, see
// generators/internal/shipped. In the shipped form the comment ends at end, after the command.
const (
	mark = "# ships for: "
	end  = "# end"
)

// While a script is printed, commands stand for the two comments.
const (
	openMark  = "latchkey_only"
	closeMark = "latchkey_end"
)

// fact is the form of what a mark names.
var fact = regexp.MustCompile(`^(not )?(LATCHKEY_[A-Z_]+(=[a-z]+)?|\.[a-zA-Z]+|[a-z ]+)$`)

// facts returns the facts of a mark, or nothing for another comment.
func facts(comment syntax.Comment) (string, error) {
	written, ok := strings.CutPrefix("#"+comment.Text, mark)
	if !ok {
		return "", nil
	}
	for each := range strings.SplitSeq(written, " or ") {
		if !fact.MatchString(each) {
			return "", fmt.Errorf("line %d: %q is no fact", comment.Pos().Line(), each)
		}
	}
	return written, nil
}

// withBrackets puts a command before and after each command that has a mark.
func withBrackets(text string) (string, error) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)).Parse(strings.NewReader(text), "")
	if err != nil {
		return "", err
	}
	type insertion struct {
		at   uint
		text string
	}
	var insertions []insertion
	syntax.Walk(file, func(node syntax.Node) bool {
		command, ok := node.(*syntax.Stmt)
		if !ok {
			return true
		}
		for _, comment := range command.Comments {
			written, problem := facts(comment)
			if problem != nil {
				err = problem
			}
			if written != "" {
				insertions = append(insertions, insertion{command.Pos().Offset(), openMark + " '" + written + "'\n"},
					insertion{command.End().Offset(), "\n" + closeMark + "\n"})
			}
		}
		return true
	})
	slices.SortStableFunc(insertions, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	var out strings.Builder
	at := uint(0)
	for _, each := range insertions {
		out.WriteString(text[at:each.at] + each.text)
		at = each.at
	}
	return out.String() + text[at:], err
}

// Behind a mark, and behind end, stands what is known of the commands beside it: after if the one before may share its line
// with another, and before if the one that follows may share the line of another.
const (
	after  = " <"
	before = " >"
)

// withMarks puts comments in place of these commands. The text is that of the file.
func withMarks(file *syntax.File, text string) string {
	comments := map[uint]string{} // by line
	syntax.Walk(file, func(node syntax.Node) bool {
		all := commands(node)
		for i, command := range all {
			call, ok := command.Cmd.(*syntax.CallExpr)
			if !ok || len(call.Args) == 0 {
				continue
			}
			comment := ""
			switch call.Args[0].Lit() {
			case openMark:
				comment = mark + strings.Trim(text[call.Args[1].Pos().Offset():call.Args[1].End().Offset()], "'")
			case closeMark:
				comment = end
			default:
				continue
			}
			if i > 0 && isSimple(all[i-1]) {
				comment += after
			}
			if i+1 < len(all) && (isSimple(all[i+1]) || isGuard(all[i+1])) {
				comment += before
			}
			comments[command.Pos().Line()] = comment
		}
		return true
	})
	var out strings.Builder
	number := uint(0)
	for line := range strings.Lines(text) {
		number++
		if comment, ok := comments[number]; ok {
			line = line[:len(line)-len(strings.TrimLeft(line, " "))] + comment + "\n"
		}
		out.WriteString(line)
	}
	return out.String()
}
