package live

import (
	"cmp"
	"fmt"
	"path"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// An Entry is where a running Flux instance can be entered.
type Entry struct {
	// Pod and Container are those of the lead broker.
	Pod, Container string
	// Script is the path of flux-connect.sh, which the broker has written there.
	Script string
}

// Entry returns where the Flux instance of the set can be entered. The error says why it cannot.
func (s *Set) Entry() (Entry, error) {
	if !s.isFlux() {
		return Entry{}, fmt.Errorf("%s is made from a %s, which has no Flux instance to connect to: name a MiniCluster", s.Name, cmp.Or(s.kind(), "source unknown here"))
	}
	lead, found := s.lead()
	if !found || s.leadStatus().State.Running == nil {
		record := s.Record()
		if record.State == runs.Running {
			return Entry{}, fmt.Errorf("the lead of %s does not run: the application %s: \"latchkey status %s\" says more", s.Name, s.applicationState(record), s.Name)
		}
		return Entry{}, fmt.Errorf("%s is not running, it is %s: \"latchkey status %s\" says more", s.Name, record.State, s.Name)
	}
	if _, made := variable(s.runner(), names.Container); !made {
		return Entry{}, fmt.Errorf("the container %s of the pod %s was not made by Latchkey", s.application(), lead.Name)
	}
	mount, _ := variable(s.runner(), names.Mount) // it is left out if it is the default
	script := path.Join(cmp.Or(mount, v1alpha2.DefaultMountPath), names.ConnectScript)
	return Entry{Pod: lead.Name, Container: s.application(), Script: script}, nil
}
