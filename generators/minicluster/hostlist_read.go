package minicluster

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	// maxHosts bounds a hostlist: an indexed Job has at most 100000 pods, and bursting may double them.
	maxHosts = 200_000
	// maxHostNumber is the largest number in a range, see flux-framework/flux-core,
	// src/common/libhostlist/hostlist.c, MAX_HOST_SUFFIX.
	maxHostNumber = 1 << 25
)

// readHostlist returns the hosts of a hostlist, for example "a-[0-3,7],b", in order.
// The grammar is that of Flux RFC 29 as flux-framework/flux-core reads it, src/common/libhostlist/hostlist.c;
// a token has at most one pair of brackets, because Flux reads a second pair as part of the name.
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
