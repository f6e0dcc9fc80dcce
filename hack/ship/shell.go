package main

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The longest line of a compound command in one line, and of simple commands that share a line.
const (
	compoundWidth = 124
	simpleWidth   = 112
)

// statements is the largest number of commands in a compound command in one line.
const statements = 9

// shell returns the code of a shell script. Compound commands take one line where that is short, and so do short simple
// commands that follow each other. Names and structure stay.
func shell(text string) (string, error) {
	printer := syntax.NewPrinter(syntax.Indent(2), syntax.SwitchCaseIndent(true))
	text, err := withBrackets(text)
	if err != nil {
		return "", err
	}
	file, err := parse(text)
	if err != nil {
		return "", err
	}
	var plain bytes.Buffer
	if err := printer.Print(&plain, file); err != nil {
		return "", err
	}
	if file, err = parse(plain.String()); err != nil {
		return "", err
	}
	folded := withoutBlankLines(fold(file, plain.String()))
	if file, err = parse(folded); err != nil {
		return "", err
	}
	return withMarks(join(file, folded)), nil
}

// parse reads a script, without its comments. Every script is one for bash too.
func parse(text string) (*syntax.File, error) {
	return syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
}

// fold writes each compound command that is short in one line.
func fold(file *syntax.File, text string) string {
	printer := syntax.NewPrinter(syntax.SingleLine(true), syntax.Indent(2), syntax.SwitchCaseIndent(true))
	var out strings.Builder
	at := 0
	syntax.Walk(file, func(node syntax.Node) bool {
		command, ok := node.(*syntax.Stmt)
		if !ok || !isCompound(command) || isOneLine(command) {
			return true
		}
		start := int(command.Pos().Offset())
		if start < at {
			return false
		}
		var line bytes.Buffer
		if err := printer.Print(&line, command); err != nil {
			return true
		}
		width := int(command.Pos().Col()) - 1 + line.Len()
		if strings.Contains(line.String(), "\n") || strings.Contains(line.String(), openMark) || width > compoundWidth || count(command) > statements {
			return true
		}
		out.WriteString(text[at:start])
		out.WriteString(line.String())
		at = int(command.End().Offset())
		return false
	})
	out.WriteString(text[at:])
	return out.String()
}

func isCompound(command *syntax.Stmt) bool {
	switch command.Cmd.(type) {
	case *syntax.FuncDecl, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause, *syntax.CaseClause, *syntax.Block, *syntax.Subshell:
		return true
	}
	return false
}

func isOneLine(command *syntax.Stmt) bool { return command.Pos().Line() == command.End().Line() }

func count(command *syntax.Stmt) int {
	total := 0
	syntax.Walk(command, func(node syntax.Node) bool {
		if _, ok := node.(*syntax.Stmt); ok {
			total++
		}
		return true
	})
	return total
}

// withoutBlankLines removes the blank lines of a printed script. No text of our scripts has one.
func withoutBlankLines(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			out.WriteString(line)
		}
	}
	return out.String()
}

// join puts simple commands that follow each other into one line, as long as the line is short.
func join(file *syntax.File, text string) string {
	breaks := map[int]bool{} // the ends of commands that share their line with the next
	syntax.Walk(file, func(node syntax.Node) bool {
		width := 0
		for i, command := range commands(node) {
			length := int(command.End().Offset() - command.Pos().Offset())
			if i > 0 && fit(commands(node)[i-1], command) && width+len("; ")+length <= simpleWidth {
				breaks[int(commands(node)[i-1].End().Offset())] = true
				width += len("; ") + length
			} else {
				width = int(command.Pos().Col()) - 1 + length
			}
		}
		return true
	})
	var out strings.Builder
	at := 0
	for _, end := range slices.Sorted(maps.Keys(breaks)) {
		out.WriteString(text[at:end])
		out.WriteString("; ")
		at = end + len(text[end:]) - len(strings.TrimLeft(text[end:], " \n"))
	}
	return strings.ReplaceAll(out.String()+text[at:], " &; ", " & ")
}

// commands returns the list of commands in a node.
func commands(node syntax.Node) []*syntax.Stmt {
	switch node := node.(type) {
	case *syntax.File:
		return node.Stmts
	case *syntax.Block:
		return node.Stmts
	case *syntax.Subshell:
		return node.Stmts
	case *syntax.IfClause:
		return node.Then
	case *syntax.WhileClause:
		return node.Do
	case *syntax.ForClause:
		return node.Do
	case *syntax.CaseItem:
		return node.Stmts
	}
	return nil
}

// fit says whether two commands that follow each other may share a line.
func fit(first, second *syntax.Stmt) bool {
	return isSimple(first) && (isSimple(second) || isGuard(second)) && first.End().Line()+1 == second.Pos().Line()
}

// isGuard says whether a command is one like [ -n "$1" ] || return, in one line. It ends its line, where the eye finds it.
func isGuard(command *syntax.Stmt) bool {
	guard, ok := command.Cmd.(*syntax.BinaryCmd)
	return ok && isOneLine(command) && (guard.Op == syntax.OrStmt || guard.Op == syntax.AndStmt)
}

// isSimple says whether a command is one word with its arguments or an assignment, in one line. A line that sources
// another script stands alone, and so does a mark, because generators look for them.
func isSimple(command *syntax.Stmt) bool {
	switch simple := command.Cmd.(type) {
	case *syntax.CallExpr:
		return isOneLine(command) && (len(simple.Args) == 0 || !slices.Contains([]string{".", openMark, closeMark}, simple.Args[0].Lit()))
	case *syntax.DeclClause:
		return isOneLine(command)
	}
	return false
}
