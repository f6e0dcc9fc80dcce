package fn

import (
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// Settings are what the program around the pipeline says about a run.
type Settings struct {
	// Kinds are the kinds to expand. The zero value holds only the kinds of Latchkey.
	Kinds generators.Registry
	// Options are those of the program around the pipeline. Options of the list's functionConfig win over them. The
	// command line merges its file of options itself, so its list has no functionConfig.
	Options latchkey.Options
	// CommandLine says that the output is to be applied: then sources are dropped by default.
	CommandLine bool
	// Overlay returns, in words, a kustomization that builds on what is rendered, or "". It is called if that matters,
	// and only for kustomize. It may be nil.
	Overlay func() string
}

// defaultSources returns the default of the option sources.
func (s Settings) defaultSources() latchkey.Sources {
	if s.CommandLine {
		return latchkey.SourcesDrop
	}
	return latchkey.SourcesKeep
}
