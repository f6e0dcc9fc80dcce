package minicluster

import (
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/shipped"
)

// Claims returns what the messages about a MiniCluster say that it has.
var Claims = func(mc *v1alpha2.MiniCluster, opts latchkey.Options) []claim { return judged(mc, opts).claims }

// ReadHostlist returns the hosts of a hostlist.
var ReadHostlist = readHostlist

// Files returns the files of a set for one container: a script that it starts, and the facts about it.
var Files = func(use shipped.Use) map[string]string {
	data, _ := library().Select([]shipped.Use{use}).With(nil)
	return data
}
