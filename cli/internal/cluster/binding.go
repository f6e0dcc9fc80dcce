package cluster

import (
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
)

// BindsNew tells whether a server refuses a RoleBinding only because the Role of the same manifests is not there yet: of users who may not
// give all rights it looks for the rights of the Role.
func BindsNew(binding *fn.Item, items []*fn.Item, refusal *kubectl.Error) bool {
	if binding.Kind != "RoleBinding" || !strings.Contains(refusal.Message, "rolebindings.") || !kubectl.IsNotFound(refusal) {
		return false
	}
	content, _ := binding.Content() // what was asked about has a content
	role, _ := content["roleRef"].(map[string]any)
	return slices.ContainsFunc(items, func(item *fn.Item) bool { return item.Kind == "Role" && item.Name == role["name"] })
}
