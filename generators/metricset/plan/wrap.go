package plan

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A Wrapper is put around each measured command.
type Wrapper struct {
	Prefix, Suffix string
	// Program says that Prefix is a program that runs the words behind it: what is more than one simple command is
	// handed to it as one. Else Prefix is the user's own text, and stays before the command as it is.
	Program bool
}

// around returns a command with the wrapper around it.
func (w Wrapper) around(command string) string {
	if w.Program && !isProgram(command) {
		command = "bash -c " + Quote(command)
	}
	return Words(w.Prefix, command, w.Suffix)
}

// isProgram tells whether a text is one program with its arguments, so that another program can start it.
func isProgram(text string) bool {
	p := simple(text)
	return p != nil && !p.sets && !p.replaces
}

// Commands returns the measured commands with everything around them.
func (c Container) Commands() []string {
	commands := slices.Clone(c.Measured)
	for i := range commands {
		for _, wrapper := range slices.Backward(c.Wrappers) {
			commands[i] = wrapper.around(commands[i])
		}
	}
	return commands
}

// PartialPrefixes returns the prefixes that stand before the first part only of a measured command.
func (c Container) PartialPrefixes() []string {
	var partial []string
	for _, command := range c.Measured {
		for _, wrapper := range slices.Backward(c.Wrappers) {
			if !wrapper.Program && wrapper.Prefix != "" && isOne(Words(wrapper.Prefix, "x")) && !isOne(Words(wrapper.Prefix, command)) {
				partial = append(partial, wrapper.Prefix)
			}
			command = wrapper.around(command)
		}
	}
	return partial
}

// isOne tells whether a shell reads a text as one statement without "&&", "||" and "|" at its top.
func isOne(text string) bool {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil || len(file.Stmts) != 1 {
		return false
	}
	_, joined := file.Stmts[0].Cmd.(*syntax.BinaryCmd)
	return !joined
}
