package minicluster

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// ownHosts stands in a hostlist for the host name of a pod without its index. A script replaces it in the pod, so the set still
// runs after an overlay has renamed it.
const ownHosts = "%H"

// hostlist returns the hosts of the instance in the order of their ranks, in the form of RFC 29, for example
// "%H-[0-3],burst-0-m-0-[0-7]". All clusters of a burst must give the same order, because the position is the rank. The form
// follows flux-framework/flux-operator, pkg/flux/config.go.
func hostlist(c cluster) string {
	b := c.mc.Spec.Flux.Bursting
	if b.Hostlist != "" {
		return b.Hostlist
	}
	return joined(leadHost(c), followingHosts(c))
}

// hostsTOML returns the entries of bootstrap.hosts if they differ from the hostlist: a burst cluster reaches the lead by an
// address from outside.
func hostsTOML(c cluster) string {
	lead := c.mc.Spec.Flux.Bursting.LeadBroker
	if lead.Address == "" {
		return ""
	}
	port := strconv.Itoa(int(lead.Port))
	entries := []string{inlineTable(
		"host", lead.Address,
		"bind", "tcp://*:"+port,
		"connect", "tcp://"+lead.Address+":"+port,
	)}
	hosts := followingHosts(c)
	if list := c.mc.Spec.Flux.Bursting.Hostlist; list != "" {
		hosts = strings.TrimPrefix(list, lead.Address+",")
	}
	if hosts != "" {
		entries = append(entries, inlineTable("host", hosts))
	}
	return "[" + strings.Join(entries, ", ") + "]"
}

// leadHost is rank 0. In the lead's own cluster it also has the other hosts of this cluster.
func leadHost(c cluster) string {
	if lead := c.mc.Spec.Flux.Bursting.LeadBroker; lead.Address != "" {
		return lead.Address
	}
	return hostRange(ownHosts, 0, c.mc.Spec.MaxSize)
}

// followingHosts are all hosts but leadHost.
func followingHosts(c cluster) string {
	b := c.mc.Spec.Flux.Bursting
	var lists []string
	if b.LeadBroker.Address != "" {
		lists = append(lists, hostRange(c.hostPrefix(b.LeadBroker.Name), 1, b.LeadBroker.Size-1))
	}
	for _, burst := range b.Clusters {
		prefix := c.hostPrefix(burst.Name)
		if burst.Name == c.mc.Name {
			prefix = ownHosts
		}
		lists = append(lists, hostRange(prefix, 0, burst.Size))
	}
	return joined(lists...)
}

func joined(lists ...string) string {
	return strings.Join(slices.DeleteFunc(lists, func(list string) bool { return list == "" }), ",")
}

// inlineTable writes keys and their text values as a table of TOML on one line.
func inlineTable(pairs ...string) string {
	var fields []string
	for i := 0; i < len(pairs); i += 2 {
		fields = append(fields, pairs[i]+" = "+tomlString(pairs[i+1]))
	}
	return "{ " + strings.Join(fields, ", ") + " }"
}

func tomlString(text string) string {
	encoded, err := toml.Marshal(text)
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(encoded))
}

func decimal(n int32) string { return strconv.Itoa(int(n)) }

const (
	// maxHosts bounds a hostlist: an indexed Job has at most 100000 pods, and bursting may double them.
	maxHosts = 200_000
	// maxHostNumber is the largest number in a range, see flux-framework/flux-core, src/common/libhostlist/hostlist.c,
	// MAX_HOST_SUFFIX.
	maxHostNumber = 1 << 25
)

// readHostlist returns the hosts of a hostlist, for example "a-[0-3,7],b", in order. The grammar is Flux RFC 29 as
// flux-framework/flux-core reads it, src/common/libhostlist/hostlist.c; a token has at most one pair of brackets, because Flux
// reads a second pair as part of the name.
func readHostlist(text string) ([]string, error) {
	var hosts []string
	for _, token := range hostlistTokens(text) {
		expanded, err := expandToken(token, maxHosts-len(hosts))
		hosts = append(hosts, expanded...)
		if err == nil && len(hosts) > maxHosts {
			err = errTooManyHosts
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", token, err)
		}
	}
	if len(hosts) == 0 {
		return nil, errors.New("it lists no host: name at least one")
	}
	return hosts, nil
}

// hostlistTokens splits at commas and blanks outside brackets.
func hostlistTokens(text string) []string {
	depth := 0
	return strings.FieldsFunc(text, func(r rune) bool {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		case ',', ' ', '\t', '\n':
			return depth <= 0
		}
		return false
	})
}

func expandToken(token string, room int) ([]string, error) {
	prefix, rest, bracketed := strings.Cut(token, "[")
	if !bracketed {
		return []string{token}, checkHost(token)
	}
	ranges, suffix, closed := strings.Cut(rest, "]")
	if !closed || strings.ContainsAny(ranges+suffix, "[]") {
		return nil, errors.New("write one pair of brackets, for example node-[0-3]")
	}
	var hosts []string
	for span := range strings.SplitSeq(ranges, ",") {
		numbers, err := expandRange(span, room-len(hosts))
		if err != nil {
			return nil, err
		}
		for _, number := range numbers {
			hosts = append(hosts, prefix+number+suffix)
		}
	}
	return hosts, checkHost(hosts[0], hosts[len(hosts)-1])
}

var errTooManyHosts = fmt.Errorf("there are more than %d hosts: list fewer", maxHosts)

// expandRange returns the numbers of "0-3" or "7". The numbers of "001-003" keep the width of the first.
func expandRange(span string, room int) ([]string, error) {
	first, last, isRange := strings.Cut(span, "-")
	if !isRange {
		last = first
	}
	low, errLow := hostNumber(first)
	high, errHigh := hostNumber(last)
	if errLow != nil || errHigh != nil || low > high {
		return nil, fmt.Errorf("%q is not a range of hosts: write the first and the last number, for example 0-3", span)
	}
	if high-low >= room {
		return nil, errTooManyHosts
	}
	numbers := make([]string, 0, high-low+1)
	for n := low; n <= high; n++ {
		numbers = append(numbers, fmt.Sprintf("%0*d", len(first), n))
	}
	return numbers, nil
}

func hostNumber(digits string) (int, error) {
	n, err := strconv.ParseUint(digits, 10, 32)
	if n > maxHostNumber || len(digits) > 10 {
		err = strconv.ErrRange
	}
	return int(n), err
}

// checkHost accepts the domain names that flux-framework/flux-core, src/common/libfluxutil/conf_bootstrap.c accepts.
func checkHost(hosts ...string) error {
	for _, host := range hosts {
		for part := range strings.SplitSeq(host, ".") {
			if part == "" || len(part) > 63 || part[0] == '-' || part[len(part)-1] == '-' || strings.Trim(part, hostLetters) != "" {
				return fmt.Errorf("%q is not a host name: use letters, digits and \"-\", at most 63 between dots", host)
			}
		}
	}
	return nil
}

const hostLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
