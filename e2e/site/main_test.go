//go:build e2e

package site

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	status := m.Run()
	stopBrowser()
	os.Exit(status)
}
