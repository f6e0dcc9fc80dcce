package kubectl

import (
	"bytes"
	"context"
	"errors"
)

// An Answer is what a server would make of objects, or why it refuses one.
type Answer struct {
	// At is the place of the first object among those that were asked about.
	At int
	// Output is what kubectl prints of the objects, if they are accepted.
	Output []byte
	// Refusal is what was said against the object, or nil.
	Refusal *Error
}

// DryRun asks the server about objects, each in YAML or JSON, with a command such as "apply". Nothing is changed. The answers
// have the order of the objects. kubectl tells nothing of the others when the server refuses an object, so it is asked about each
// half then. The error says that there is no server to ask.
func (c Client) DryRun(ctx context.Context, objects [][]byte, command ...string) ([]Answer, error) {
	if len(objects) == 0 {
		return nil, nil
	}
	var out bytes.Buffer
	refusal := new(Error)
	args := append(command[:len(command):len(command)], "--dry-run=server", "--filename=-")
	err := c.Run(ctx, bytes.NewReader(bytes.Join(objects, []byte("\n---\n"))), &out, args...)
	switch {
	case err == nil:
		return []Answer{{Output: out.Bytes()}}, nil
	case !errors.As(err, &refusal) || refusal.remedy() != "":
		return nil, err
	case len(objects) == 1:
		return []Answer{{Refusal: refusal}}, nil
	}
	middle := len(objects) / 2
	first, err := c.DryRun(ctx, objects[:middle], command...)
	if err != nil {
		return nil, err
	}
	second, err := c.DryRun(ctx, objects[middle:], command...)
	for i := range second {
		second[i].At += middle
	}
	return append(first, second...), err
}
