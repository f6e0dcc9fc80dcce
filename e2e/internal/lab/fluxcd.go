package lab

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Registry is the registry for Flux CD of ../shared/lab/extras.sh.
const Registry = "127.0.0.1:15000"

// NeedFluxCD returns the path of Flux CD's command, or skips the test if Flux CD does not run. Its CRDs may be there without
// its controllers. The registry starts and stops with these, so it tells whether they run.
func (l *Lab) NeedFluxCD(t *testing.T) string {
	t.Helper()
	flux := filepath.Join(Dir(), "fluxcd", "flux")
	if _, err := os.Stat(flux); err != nil {
		Missing(t, "fluxcd", err.Error())
	}
	if out, err := l.Kubectl("", "get", "kustomizations.kustomize.toolkit.fluxcd.io", "-n", "flux-system"); err != nil {
		Missing(t, "fluxcd", strings.TrimSpace(out))
	}
	if out, err := exec.Command("curl", "-fsS", "http://"+Registry+"/v2/").CombinedOutput(); err != nil {
		Missing(t, "fluxcd", "no registry: "+strings.TrimSpace(string(out)))
	}
	return flux
}
