package podtest

import (
	"regexp"
	"strings"
	"testing"
)

var (
	// readings are places that end a script if the variable is not set. Places with a default are not among them.
	readings = regexp.MustCompile(`\$(?:\{[#!]?)?(lk_[a-z_]+)(:?[-+=])?`)
	// settings are an assignment, a file descriptor, and words in which names stand alone.
	settings = regexp.MustCompile(`(?m)(?:^|[\s({;&|"])(lk_[a-z_]+)(?:\[[^]]*\])?\+?=|\{(lk_[a-z_]+)\}[<>]`)
	lists    = regexp.MustCompile(`\b(?:read|mapfile|local|for|printf -v) [^;\n|]*`)
	alone    = regexp.MustCompile(`(?:^| )(lk_[a-z_]+)`)
)

// checkVariables wants a set to give a value to each of our variables that its scripts read without a default.
func checkVariables(t *testing.T, data map[string]string) {
	t.Helper()
	set := map[string]bool{}
	for name, text := range data {
		if !strings.HasSuffix(name, ".sh") {
			continue
		}
		for _, match := range settings.FindAllStringSubmatch(text, -1) {
			set[match[1]+match[2]] = true
		}
		for _, list := range lists.FindAllString(text, -1) {
			for _, match := range alone.FindAllStringSubmatch(list, -1) {
				set[match[1]] = true
			}
		}
	}
	for name, text := range data {
		for _, match := range readings.FindAllStringSubmatch(text, -1) {
			if strings.HasSuffix(name, ".sh") && match[2] == "" && !set[match[1]] {
				t.Errorf("%s reads %s, and nothing in the set gives it a value", name, match[1])
			}
		}
	}
}
