//go:build e2e

package large

import (
	"os"
	"strconv"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

func TestMain(m *testing.M) { os.Exit(lab.Main(m)) }

// number reads a number from the environment, for `make large`.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s=%s is not a positive number", name, text)
	}
	return n
}
