package fn

import (
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// Settings are what a surface says about a run.
type Settings struct {
	// Kinds are those that are expanded. The zero value holds the kinds of Latchkey alone.
	Kinds generators.Registry
	// Options are those of the surface. Options of the list's functionConfig win over them; the command line hands in
	// a list without one, and merges its own.
	Options latchkey.Options
	// CommandLine says that the output is what one would apply: sources are dropped unless told otherwise.
	CommandLine bool
}

// defaultSources is what becomes of the sources when nobody says.
func (s Settings) defaultSources() latchkey.Sources {
	if s.CommandLine {
		return latchkey.SourcesDrop
	}
	return latchkey.SourcesKeep
}
