//go:build e2e

package nodes

import (
	"os"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

func TestMain(m *testing.M) { os.Exit(lab.Main(m)) }
