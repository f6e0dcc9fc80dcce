package metricset

import (
	"embed"
	"fmt"
	"maps"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/scripts"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

//go:embed scripts
var scriptFiles embed.FS

// library reads all scripts once, for all sets.
var library = sync.OnceValue(func() scripts.Library { return scripts.Read(scriptFiles) })

// newConfigMap returns the ConfigMap with the scripts and the user's files. Its name begins with the stem.
func newConfigMap(s set, stem string) *corev1.ConfigMap {
	var names []string
	texts := map[string]string{}
	for _, job := range s.jobs {
		for _, container := range job.Containers {
			if container.Script != "" {
				own := filesOf(container)
				maps.Copy(texts, own)
				names = append(names, scriptsFor(container, own)...)
			}
		}
	}
	data, hash := library().With(names, texts)
	return workload.NewFiles(s.Meta(stem), data, hash)
}

// scriptsFor returns the scripts that a container runs, and those that they source only for files or variables that it has. The
// library adds what they source in every set. Some files source or run further scripts.
func scriptsFor(container plan.Container, texts map[string]string) []string {
	names := append([]string{container.Script}, container.Sources...)
	for key := range texts {
		kind, _, _ := strings.Cut(strings.TrimPrefix(key, container.Key+"."), "-")
		if script := fileScripts[kind]; script != "" {
			names = append(names, script)
		}
	}
	for _, variable := range container.Env {
		if script := variableScripts[variable.Name]; script != "" {
			names = append(names, script)
		}
	}
	return names
}

// fileScripts are the scripts that use a file, by its kind. variableScripts are those that are for a variable.
var (
	fileScripts = map[string]string{
		"pre": "pre.sh", "post": "post.sh", "problem": "problem.sh", plan.WatchFile: "match.sh", plan.PatternFile: "match.sh",
	}
	variableScripts = map[string]string{"LATCHKEY_ASIDE": "aside.sh", "LATCHKEY_PROFILE": "profile.sh", "LATCHKEY_WORKERS": "ssh.sh"}
)

// filesOf returns the files that a container's script runs and prints. Their keys begin with the container's key.
func filesOf(container plan.Container) map[string]string {
	var records strings.Builder
	for _, record := range container.Records {
		records.WriteString(record.Lines())
	}
	texts := map[string]string{}
	add := func(part, text string) { texts[container.Key+"."+part] = text }
	if container.Role != plan.Prepare {
		add("metadata", records.String())
	}
	for part, all := range map[string][]string{"pre": container.Pre, "command": container.Commands(), "post": container.Post} {
		for i, text := range all {
			add(fmt.Sprintf("%s-%d", part, i), text)
		}
	}
	for part, text := range container.Files {
		add(part, text)
	}
	return texts
}
