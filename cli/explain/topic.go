package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// noTopic is the error about a name that is no topic. It proposes a near topic, else near entries of catalogues ("io-fio" for
// "fio") and fields of that name ("latchkey.spec.onChange" for "onChange").
func (o *options) noTopic(name string) error {
	topics := o.topics()
	near := append(suggest.Near(name, o.entries()), o.fieldsCalled(name)...)
	if len(near) == 0 || len(suggest.Near(name, topics)) > 0 {
		return unknown("a topic", name, topics)
	}
	return fmt.Errorf("%q is not a topic: %s", name, suggest.DidYouMean(near...))
}

// entries are the names in all catalogues.
func (o *options) entries() []string {
	var names []string
	for _, list := range o.catalogues() {
		names = append(names, namesIn(list)...)
	}
	return names
}

// fieldsCalled are the fields in the specs of all kinds that have a name, or differ from it by a slip: "latchkey.spec.onChange"
// for "onChange" and "on-change".
func (o *options) fieldsCalled(name string) []string {
	kinds, _ := o.Documented() // after an error there are none
	var topics []string
	for _, kind := range kinds {
		version, err := o.versionOf(kind)
		if err != nil {
			continue
		}
		spec, _ := version.Schema.Field("spec")
		for _, field := range spec.Names() {
			if suggest.IsSlip(name, field) {
				topics = append(topics, strings.ToLower(kind.Name)+".spec."+field)
			}
		}
	}
	slices.Sort(topics)
	return slices.Compact(topics)
}
