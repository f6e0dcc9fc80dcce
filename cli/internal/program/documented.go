package program

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/crds"
)

// Documented returns the kinds that have a definition, sorted by name and group. Latchkey's own configuration is among them.
func (p *Program) Documented() ([]crds.Kind, error) {
	own, err := crds.Parse(crds.Latchkeys)
	if err != nil {
		return nil, err
	}
	all := []crds.Kind{own}
	for _, kind := range p.Kinds.Kinds() {
		if kind.CRD == "" {
			continue
		}
		described, err := crds.Parse(kind.CRD)
		if err == nil && (described.Group != kind.Group || described.Name != kind.Name) {
			err = fmt.Errorf("it describes %s/%s", described.Group, described.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("the CRD of the kind %s/%s: %w", kind.Group, kind.Name, err)
		}
		all = append(all, described)
	}
	slices.SortFunc(all, func(a, b crds.Kind) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Group, b.Group))
	})
	return all, nil
}
