package cli_test

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
)

// TestFileError checks that a missing file is a problem of the input, and a file that cannot be read or written is not.
func TestFileError(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		verb string
		err  error
		want string
		code int
	}{
		{"read", &fs.PathError{Op: "open", Path: "a", Err: fs.ErrNotExist}, "read a: file does not exist", exit.Problems},
		{"read", &fs.PathError{Op: "open", Path: "a", Err: fs.ErrPermission}, "read a: permission denied", exit.Internal},
		{"create", &fs.PathError{Op: "mkdir", Path: "a", Err: fs.ErrNotExist}, "create a: file does not exist", exit.Internal},
		{"read", &os.LinkError{Op: "rename", Old: "b", New: "a", Err: fs.ErrPermission}, "read a: permission denied", exit.Internal},
		{"read", errors.New("odd"), "read a: odd", exit.Internal},
	} {
		err := input.FileError(row.verb, "a", row.err)
		if err.Error() != row.want || exit.Code(err) != row.code {
			t.Errorf("%v: exit code %d, want %q and %d", err, exit.Code(err), row.want, row.code)
		}
	}
}
