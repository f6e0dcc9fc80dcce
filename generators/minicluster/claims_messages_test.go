package minicluster_test

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// A claim is a name in a message, which at least so many objects or parts of the set must have.
type claim struct {
	// kind is the kind of an object, or container, or mount (container:path).
	kind, name string
	least      int
	// by is the pattern of the message.
	by string
}

// quoted is a name as messages have it.
const quoted = `("(?:[^"\\]|\\.)*")`

// claims are the parts of messages that name what a set has. A name with another owner is there twice.
var claims = []struct {
	kind  string
	least int
	text  *regexp.Regexp
}{
	{"Job", 1, regexp.MustCompile(`(?:delete the Job|too long:) ` + quoted + `(?:, the name of the Job of| yourself)`)},
	{"Secret", 1, regexp.MustCompile(`the Secret ` + quoted)},
	{"Service", 1, regexp.MustCompile(`the Service of this set, which is ` + quoted)},
	{"Service", 1, regexp.MustCompile(quoted + ` cannot be the name of a Service`)},
	{"Service", 2, regexp.MustCompile(quoted + ` is the name of the set's Service`)},
	{"container", 2, regexp.MustCompile(quoted + ` is the name of (?:the container|the runner|another container)`)},
}

// mounted are the messages about two mounts at one place.
var mounted = regexp.MustCompile(`^"((?:[^"\\]|\\.)*)" is (?:mounted by|taken:)`)

// claimsOf returns what a message says that the set has.
func claimsOf(mc *v1alpha2.MiniCluster, problem *field.Error) (found []claim) {
	for _, one := range claims {
		for _, match := range one.text.FindAllStringSubmatch(problem.Detail, -1) {
			name, _ := strconv.Unquote(match[1])
			found = append(found, claim{one.kind, strings.TrimSuffix(strings.TrimSuffix(name, "-<hash>"), "-xxxxx"), one.least, one.text.String()})
		}
	}
	if match := mounted.FindStringSubmatch(problem.Detail); match != nil && path.Clean(match[1]) != "/" {
		container, at := mc.Name, 0
		if _, err := fmt.Sscanf(problem.Field, "spec.services[%d]", &at); err == nil {
			container = mc.Spec.Services[at].Name
		} else if _, err := fmt.Sscanf(problem.Field, "spec.containers[%d]", &at); err == nil {
			container = mc.Spec.Containers[at].Name
		}
		found = append(found, claim{"mount", container + ":" + path.Clean(match[1]), 2, mounted.String()})
	}
	return found
}
