package yamltext

import "fmt"

// An Error says what is wrong with a text, and where.
type Error struct {
	// Line is the line of the text, from 1, or 0 where nobody knows.
	Line int
	// Message is the problem as a sentence without the line.
	Message string
}

// Error is the message after the line, as in "line 3: items is no list".
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Message)
}

func errorAt(line int, format string, args ...any) *Error {
	return &Error{Line: line, Message: fmt.Sprintf(format, args...)}
}
