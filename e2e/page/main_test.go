//go:build e2e

package page

import (
	"os"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

func TestMain(m *testing.M) {
	status := lab.Main(m)
	stopBrowser()
	os.Exit(status)
}
