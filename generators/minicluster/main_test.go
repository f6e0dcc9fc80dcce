package minicluster_test

import (
	"os"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

func TestMain(m *testing.M) { os.Exit(podtest.Main(m)) }
