package plan

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// Quote returns a word as a shell has to read it.
func Quote(word string) string {
	quoted, err := syntax.Quote(word, syntax.LangBash)
	if err != nil {
		panic(err) // a NUL character, which the options refuse
	}
	return quoted
}

// Words joins the parts of a command that are there.
func Words(parts ...string) string {
	var present []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			present = append(present, part)
		}
	}
	return strings.Join(present, " ")
}

// Argv returns the command of a container that runs a user's command line such that the process has the argument
// vector that one sees in the line: itself where it is plain words, a shell that is replaced where only a shell can make
// words of it, and a shell that stays where there are several commands.
func Argv(text, shell string) []string {
	text = strings.TrimSpace(text)
	p := simple(text)
	switch {
	case p == nil && slices.Contains(standardShells, path.Base(shell)):
		// A shell would let its last command take its place, unless there is one more. An empty line is before that
		// for a text that ends in a backslash.
		return []string{shell, "-c", text + "\n\nexit $?"}
	case p == nil:
		return []string{shell, "-c", text}
	case p.alone && !isDynamic(p.words):
		words, _ := v1alpha2.SplitWords(strings.Join(p.words, " ")) // isDynamic knows that it can
		return words
	case p.replaces:
		return []string{shell, "-c", text}
	default:
		return []string{shell, "-c", text[:p.start] + "exec " + text[p.start:]}
	}
}

// standardShells are those that know "exit $?".
var standardShells = []string{"sh", "bash", "dash", "ash", "ksh", "mksh", "zsh"}

// ownWords begin commands that a shell runs itself.
var ownWords = []string{
	".", ":", "alias", "break", "builtin", "cd", "command", "continue", "eval", "exec", "exit", "export", "hash", "local", "read",
	"readonly", "return", "set", "shift", "source", "times", "trap", "type", "ulimit", "umask", "unset", "wait",
}

// A program is what a text runs that is one program with its arguments, and perhaps variables and redirections.
type program struct {
	// words are the program and its arguments as they are written, the first of them from start on.
	words []string
	start uint
	// sets says that there are variables before it, replaces that it takes the shell's place by "exec", and alone that
	// there is nothing but the words.
	sets, replaces, alone bool
}

// simple returns the program that a text runs, nil for other texts.
func simple(text string) *program {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil || len(file.Stmts) != 1 {
		return nil
	}
	statement := file.Stmts[0]
	call, ok := statement.Cmd.(*syntax.CallExpr)
	if !ok || statement.Background || statement.Negated || len(call.Args) == 0 {
		return nil
	}
	p := &program{start: call.Args[0].Pos().Offset(), sets: len(call.Assigns) > 0}
	for _, arg := range call.Args {
		p.words = append(p.words, text[arg.Pos().Offset():arg.End().Offset()])
	}
	if p.words[0] == "exec" && len(p.words) > 1 && !strings.HasPrefix(p.words[1], "-") {
		p.words, p.replaces = p.words[1:], true
	}
	if slices.Contains(ownWords, p.words[0]) {
		return nil
	}
	p.alone = !p.sets && len(statement.Redirs) == 0
	return p
}

// isDynamic tells whether only a shell that runs knows what becomes of a word.
func isDynamic(words []string) bool {
	_, err := v1alpha2.SplitWords(strings.Join(words, " "))
	return err != nil || slices.ContainsFunc(words, func(word string) bool { return strings.ContainsAny(word, "*?[~{") })
}

// CommandLine returns a command line as the kernel's list of processes shows it: its words with single blanks, without
// variables and redirections. A text that only a shell can make words of stays as it is.
func CommandLine(text string) string {
	text = strings.TrimSpace(text)
	line := text
	if p := simple(text); p != nil {
		line = strings.Join(p.words, " ")
	}
	if words, err := v1alpha2.SplitWords(line); err == nil {
		return strings.Join(words, " ")
	}
	return text
}

// Watched returns the texts that say what to watch in a container whose command is [Argv] of a command line: the command
// line of the process, or a pattern where the shell makes some of its words. Of several commands it is the shell's own.
func Watched(text, shell string) map[string]string {
	p := simple(strings.TrimSpace(text))
	switch {
	case p == nil:
		return map[string]string{WatchText: strings.Join(Argv(text, shell), " ")}
	case isDynamic(p.words):
		return map[string]string{PatternText: pattern(p.words)}
	default:
		return map[string]string{WatchText: CommandLine(text)}
	}
}

// pattern returns an extended regular expression for the command line of a program, some words of which a shell makes.
// An interpreter may stand before them, and the folder of the program.
func pattern(words []string) string {
	var line strings.Builder
	for i, word := range words {
		plain, _ := v1alpha2.SplitWords(word)
		switch dynamic := isDynamic([]string{word}); {
		case dynamic && i == 0:
			line.WriteString(".+")
		case dynamic:
			line.WriteString("( .*)?") // it may become nothing
		case i == 0:
			line.WriteString("(^|[ /])" + regexp.QuoteMeta(strings.Join(plain, "")))
		default:
			line.WriteString(" " + regexp.QuoteMeta(strings.Join(plain, "")))
		}
	}
	return line.String() + "$"
}
