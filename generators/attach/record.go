package attach

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Record lists what is attached to a pod template, by the marks of the sources. Its entries are "shareProcessNamespace", and
// a list with the name of an element: "initContainers/perf-sysstat", "volumes/data". It is the annotation latchkey.dev/attached.
type Record map[string][]string

// RecordOf reads the record of a template. It has no entries if nothing is attached.
func RecordOf(template transform.Template) (Record, error) {
	record := Record{}
	text, _ := template.At(metadata, annotations, latchkey.AnnotationAttached).(string)
	if text == "" {
		return record, nil
	}
	if err := json.Unmarshal([]byte(text), &record); err != nil {
		return nil, fmt.Errorf("its annotation %s is not what Latchkey wrote: remove the annotation, and the sidecars that it lists", latchkey.AnnotationAttached)
	}
	return record, nil
}

// Recorded returns the pod templates of an item, at any path, that have a record.
func Recorded(item *transform.Item) (found []transform.Template) {
	var search func(value any, path []string)
	below := func(value any, path []string, step string) { search(value, append(slices.Clone(path), step)) }
	search = func(value any, path []string) {
		switch value := value.(type) {
		case map[string]any:
			_, isPod := value["spec"].(map[string]any)
			if isPod && transform.At(value, metadata, annotations, latchkey.AnnotationAttached) != nil {
				found = append(found, transform.Template{Path: path, Value: value})
				return
			}
			for _, key := range slices.Sorted(maps.Keys(value)) {
				below(value[key], path, key)
			}
		case []any:
			for at, element := range value {
				below(element, path, strconv.Itoa(at))
			}
		}
	}
	search(item.Content(), nil)
	return found
}

// Containers returns the names of the containers that a source has attached.
func (r Record) Containers(source string) (names []string) {
	for _, entry := range r[source] {
		if list, name, _ := strings.Cut(entry, "/"); list == initContainers {
			names = append(names, name)
		}
	}
	return names
}

// has tells whether a source has added what an entry names.
func (r Record) has(entry string) bool {
	for _, added := range r {
		if slices.Contains(added, entry) {
			return true
		}
	}
	return false
}

// entryOf returns the entry for an element of a list.
func entryOf(list string, element any) string {
	name, _ := transform.At(element, "name").(string)
	return list + "/" + name
}

func listOf(entry string) string {
	list, _, _ := strings.Cut(entry, "/")
	return list
}
