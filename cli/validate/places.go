package validate

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/fn"
)

// A place is a field of an object.
type place struct {
	// path has keys, and indexes of lists.
	path []string
	// value is what the field has, as a string that is the same for the same values.
	value string
	// image is the image of the container around the field, or "".
	image string
}

// below returns what a value contains: the fields of a map by their keys, or the elements of a list by their indexes.
func below(value any) map[string]any {
	if list, isList := value.([]any); isList {
		fields := map[string]any{}
		for i, element := range list {
			fields[strconv.Itoa(i)] = element
		}
		return fields
	}
	fields, _ := value.(map[string]any)
	return fields
}

// down returns the place of a field of a value that is at a place.
func (p place) down(value any, step string) (place, any) {
	fields := below(value)
	if image, ok := fields["image"].(string); ok {
		p.image = image
	}
	p.path, p.value = append(slices.Clone(p.path), step), fmt.Sprint(fields[step])
	return p, fields[step]
}

// at returns the place to which steps lead, or the last one on the way that is there. Servers leave out the field metadata of pod
// templates.
func at(content any, steps []string) place {
	p, value := place{}, content
	for _, step := range steps {
		if fields := below(value); fields[step] == nil {
			if inner := below(fields["metadata"]); inner[step] == nil {
				break
			}
			p, value = p.down(value, "metadata")
		}
		p, value = p.down(value, step)
	}
	return p
}

// each calls take for every field below a place, sorted by keys.
func each(p place, value any, take func(place)) {
	fields := below(value)
	for _, step := range slices.Sorted(maps.Keys(fields)) {
		inner, of := p.down(value, step)
		take(inner)
		each(inner, of, take)
	}
}

// origin returns the item of the input from which a field of an item of the output is made, and the path of the field there, or "" if
// no field of the item has its name and its value.
func origin(input []*fn.Item, item *fn.Item, wanted place) (from *fn.Item, path string) {
	from = item
	best := 0
	for _, candidate := range input {
		isSource := candidate.Key().String() == item.Mark() || candidate.Key() == item.Key()
		if isSource && best == 0 {
			from = candidate
		}
		content, _ := candidate.Content() // what was rendered has a content
		each(place{}, content, func(p place) {
			score := 4 * sameEnd(p.path, wanted.path)
			if score == 0 || p.value != wanted.value {
				return
			}
			if isSource {
				score += 2
			}
			if p.image == wanted.image {
				score++
			}
			if score > best {
				best, from, path = score, candidate, fieldOf(p.path)
			}
		})
	}
	return from, path
}

// sameEnd counts the steps at the end of two paths that are the same. Indexes of lists count as the same.
func sameEnd(a, b []string) (count int) {
	for count < min(len(a), len(b)) {
		x, y := a[len(a)-1-count], b[len(b)-1-count]
		if x != y && (!isIndex(x) || !isIndex(y)) || count == 0 && isIndex(x) {
			break
		}
		count++
	}
	return count
}

func isIndex(step string) bool {
	_, err := strconv.Atoi(step)
	return err == nil
}

// stepsOf returns the steps of a path as servers write it: spec.containers[0].resources.limits[cpu].
func stepsOf(path string) (steps []string) {
	for path != "" {
		if inner, isInner := strings.CutPrefix(path, "["); isInner {
			step, rest, _ := strings.Cut(inner, "]")
			steps, path = append(steps, step), rest
			continue
		}
		path = strings.TrimPrefix(path, ".")
		end := strings.IndexAny(path, ".[")
		if end < 0 {
			end = len(path)
		}
		steps, path = append(steps, path[:end]), path[end:]
	}
	return steps
}

// fieldOf writes a path as messages do.
func fieldOf(steps []string) string {
	var text strings.Builder
	for _, step := range steps {
		switch {
		case isIndex(step), strings.ContainsAny(step, "./"):
			text.WriteString("[" + step + "]")
		case text.Len() > 0:
			text.WriteString("." + step)
		default:
			text.WriteString(step)
		}
	}
	return text.String()
}
