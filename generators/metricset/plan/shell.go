package plan

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// Quote returns a word in shell quotes, if it needs them.
func Quote(word string) string {
	quoted, err := syntax.Quote(word, syntax.LangBash)
	if err != nil {
		panic(err) // a NUL character, which the options refuse
	}
	return quoted
}

// Words joins the parts of a command that are not empty.
func Words(parts ...string) string {
	var present []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			present = append(present, part)
		}
	}
	return strings.Join(present, " ")
}

// Argv returns the command of a container that runs a user's command line. Where possible the process has the arguments
// that the line shows. Plain words need no shell. A line that needs a shell for its words replaces the shell by "exec".
// For several commands the shell stays.
func Argv(text, shell string) []string {
	text = strings.TrimSpace(text)
	p := simple(text)
	switch {
	case p == nil && slices.Contains(standardShells, path.Base(shell)):
		// A shell replaces itself by its last command, so one more command is added. The empty line before it protects
		// it from a snippet that ends with a backslash.
		return []string{shell, "-c", text + "\n\nexit $?"}
	case p == nil:
		return []string{shell, "-c", text}
	case p.alone && !isDynamic(p.words):
		words, _ := v1alpha2.SplitWords(strings.Join(p.words, " ")) // isDynamic has checked that this works
		return words
	case p.replaces:
		return []string{shell, "-c", text}
	default:
		return []string{shell, "-c", text[:p.start] + "exec " + text[p.start:]}
	}
}

// standardShells understand "exit $?".
var standardShells = []string{"sh", "bash", "dash", "ash", "ksh", "mksh", "zsh"}

// ownWords are commands of the shell itself, not programs.
var ownWords = []string{
	".", ":", "alias", "break", "builtin", "cd", "command", "continue", "eval", "exec", "exit", "export", "hash", "local", "read",
	"readonly", "return", "set", "shift", "source", "times", "trap", "type", "ulimit", "umask", "unset", "wait",
}

// A program is a snippet that runs one program with arguments. The snippet may also set variables and redirect.
type program struct {
	// words are the program and its arguments as they are written. start is the offset of the first word in the snippet.
	words []string
	start uint
	// sets says that the snippet sets variables before the program. replaces says that the snippet begins with "exec". alone
	// says that the snippet has neither variables nor redirections.
	sets, replaces, alone bool
}

// simple returns the program that a snippet runs. It is nil for a snippet that does not run exactly one program.
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

// isDynamic tells whether only a running shell knows the value of a word.
func isDynamic(words []string) bool {
	_, err := v1alpha2.SplitWords(strings.Join(words, " "))
	return err != nil || slices.ContainsFunc(words, func(word string) bool { return strings.ContainsAny(word, "*?[~{") })
}

// CommandLine returns a command line as the kernel's list of processes shows it: its words with single blanks, without
// variables and redirections. It returns the snippet itself if its words need a running shell.
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

// Watched returns the files that tell a watcher which process to find. The container runs [Argv] of the command line. The snippet is
// the command line of the process, or a pattern if the shell makes some of its words. For several commands it is the process of
// the shell.
func Watched(text, shell string) map[string]string {
	p := simple(strings.TrimSpace(text))
	switch {
	case p == nil:
		return map[string]string{WatchFile: strings.Join(Argv(text, shell), " ")}
	case isDynamic(p.words):
		return map[string]string{PatternFile: pattern(p.words)}
	default:
		return map[string]string{WatchFile: CommandLine(text)}
	}
}

// pattern returns an extended regular expression for the command line of a program. A shell makes some of the words. An
// interpreter and the folder of the program may come before the first word.
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
