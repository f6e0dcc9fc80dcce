package catalogue_test

import (
	"fmt"

	"github.com/latchkey-dev/latchkey/generators/catalogue"
)

func Example() {
	list := catalogue.Catalogue{Name: "codec", Does: "packs", Entries: func() []catalogue.Entry {
		return []catalogue.Entry{{
			Name: "gzip", Family: "deflate", Summary: "any file",
			Facts:   []catalogue.Fact{{Name: "link", Value: "https://www.gnu.org/software/gzip"}},
			Options: []catalogue.Option{{List: "options", Name: "level", Type: "integer", Meaning: "1 to 9 (default 6)"}},
			Example: map[string]any{"codec": map[string]any{"name": "gzip"}},
		}}
	}}
	for _, entry := range list.Entries() {
		fmt.Println(list.Name, entry.Name, list.Does, entry.Summary)
	}
	// Output:
	// codec gzip packs any file
}
