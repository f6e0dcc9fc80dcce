// Command definitions adds bounds of Kubernetes' own types to each CustomResourceDefinition in apis/crds, which is YAML, and writes it as
// JSON beside it. The program embeds the JSON, because reading YAML takes ten times as long.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

func main() {
	if err := write("apis/crds"); err != nil {
		fmt.Fprintln(os.Stderr, "definitions:", err)
		os.Exit(1)
	}
}

func write(folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if !strings.Contains(string(text), "maximum: 2147483647") {
			text = []byte(bounded(string(text)))
			if err := os.WriteFile(file, text, 0o644); err != nil {
				return err
			}
		}
		data, err := yaml.YAMLToJSON(text)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := os.WriteFile(strings.TrimSuffix(file, ".yaml")+".json", append(data, '\n'), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// ids are the fields with the number of a user or a group.
var ids = []string{"runAsUser:", "runAsGroup:", "fsGroup:", "supplementalGroups:", "uid:"}

// bounded adds the bounds of numbers of users and groups, which the types of security contexts have no markers for, see
// k8s.io/apimachinery, pkg/util/validation, IsValidUserID. A server takes a JobSet with any number, and refuses its pods.
func bounded(text string) string {
	var out strings.Builder
	isID := false
	for line := range strings.Lines(text) {
		word := strings.TrimSpace(line)
		isID = isID || slices.Contains(ids, word)
		out.WriteString(line)
		if isID && word == "format: int64" {
			indent := line[:strings.Index(line, word)]
			out.WriteString(indent + "maximum: 2147483647\n" + indent + "minimum: 0\n")
			isID = false
		}
	}
	return out.String()
}
