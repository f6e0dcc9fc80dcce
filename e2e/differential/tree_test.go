//go:build e2e

package differential

import (
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation"
	"sigs.k8s.io/yaml"
)

// A tree is an object in the form of JSON: numbers are int64 or float64.
type tree = map[string]any

func clone(value any) any { return runtime.DeepCopyJSONValue(value) }

// parse reads one document.
func parse(document []byte) (tree, error) {
	data, err := yaml.YAMLToJSON(document)
	if err != nil {
		return nil, err
	}
	var object tree
	return object, utiljson.Unmarshal(data, &object)
}

// documents reads all documents of a file that can be read and are objects.
func documents(file []byte) []tree {
	var all []tree
	for document := range strings.SplitSeq("\n"+string(file), "\n---") {
		if object, err := parse([]byte(document)); err == nil && object["kind"] != nil {
			all = append(all, object)
		}
	}
	return all
}

func isNamespace(name string) bool { return len(validation.IsDNS1123Label(name)) == 0 }

// child returns the map with a name in another map, and makes it if there is none.
func child(parent tree, name string) tree {
	if found, ok := parent[name].(tree); ok {
		return found
	}
	made := tree{}
	parent[name] = made
	return made
}

// textOf returns a member as a string.
func textOf(parent tree, names ...string) string {
	for _, name := range names[:len(names)-1] {
		parent, _ = parent[name].(tree)
	}
	value, _ := parent[names[len(names)-1]].(string)
	return value
}

var (
	quoted  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	index   = regexp.MustCompile(`\[[^\]]*\]`)
	numbers = regexp.MustCompile(`-?\d+(\.\d+)?`)
	blanks  = regexp.MustCompile(`\s+`)
)

// classOf removes values, names and places from a message, so that the same mistake is the same class everywhere.
func classOf(message string) string {
	const enough = 240
	message = quoted.ReplaceAllString(message, `"…"`)
	message = index.ReplaceAllString(message, "[…]")
	message = numbers.ReplaceAllString(message, "0")
	message = blanks.ReplaceAllString(message, " ")
	if len(message) > enough {
		message = strings.ToValidUTF8(message[:enough], "")
	}
	return message
}
