package plan

import "slices"

// A Wrapper is put around each measured command.
type Wrapper struct {
	Prefix, Suffix string
	// Program says that Prefix is a program that runs the words after it. It gets several commands as one, through
	// "bash -c". Otherwise Prefix is the user's own snippet, and the command stays as it is.
	Program bool
}

// around returns a command inside the wrapper.
func (w Wrapper) around(command string) string {
	if w.Program && !isProgram(command) {
		command = "bash -c " + Quote(command)
	}
	return Words(w.Prefix, command, w.Suffix)
}

// isProgram tells whether another program can start a snippet: it must be one program with its arguments.
func isProgram(text string) bool {
	p := simple(text)
	return p != nil && !p.sets && !p.replaces
}

// Commands returns the measured commands inside all wrappers.
func (c Container) Commands() []string {
	commands := slices.Clone(c.Measured)
	for i := range commands {
		for _, wrapper := range slices.Backward(c.Wrappers) {
			commands[i] = wrapper.around(commands[i])
		}
	}
	return commands
}
