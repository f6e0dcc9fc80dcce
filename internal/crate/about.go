package crate

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// An About is what a person adds once to a folder of results, in [runs.AboutFile].
type About struct {
	// Title and License are required. License is an identifier of SPDX, such as CC-BY-4.0, or the address of a license.
	Title   string `json:"title"`
	License string `json:"license"`
	// Description says what the study is about, default the number of its runs.
	Description string   `json:"description,omitempty"`
	Keywords    []string `json:"keywords,omitempty"`
	Authors     []Author `json:"authors,omitempty"`
	// RanBy is the name of the author who ran the study, or "" if nobody says it.
	RanBy string `json:"ranBy,omitempty"`
	// DatePublished is a date such as 2026-11-28, default the day on which the last run ended.
	DatePublished string `json:"datePublished,omitempty"`
}

// An Author is a person.
type Author struct {
	Name string `json:"name"`
	// ORCID is the person's number, such as 0000-0002-1825-0097, or "".
	ORCID       string `json:"orcid,omitempty"`
	Affiliation string `json:"affiliation,omitempty"`
}

// DecodeAbout reads the content of [runs.AboutFile]. The error has all problems.
func DecodeAbout(data []byte) (about About, _ error) {
	if err := yaml.UnmarshalStrict(data, &about); err != nil {
		return about, err
	}
	return about, about.check()
}

var (
	spdx = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.+-]*$`)
	day  = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`)
	// digits is an ORCID without its hyphens.
	digits = regexp.MustCompile(`^\d{15}[\dX]$`)
)

func (a About) check() error {
	var problems []error
	problem := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if a.Title == "" {
		problem("title is missing: write what the folder is, for people who search")
	}
	if !spdx.MatchString(a.License) && !isAddress(a.License) {
		problem("license: %q is not a license: write an identifier of https://spdx.org/licenses, for example CC-BY-4.0, or the address of a license", a.License)
	}
	if a.DatePublished != "" && !day.MatchString(a.DatePublished) {
		problem("datePublished: %q is not a date: write it as 2026-11-28, in quotes", a.DatePublished)
	}
	isAuthor := func(name string) bool {
		return slices.ContainsFunc(a.Authors, func(one Author) bool { return one.Name == name })
	}
	if a.RanBy != "" && !isAuthor(a.RanBy) {
		problem("ranBy: %q is not the name of an author", a.RanBy)
	}
	for i, author := range a.Authors {
		if author.Name == "" {
			problem("authors[%d].name is missing", i)
		}
		if author.ORCID != "" && !isORCID(author.ORCID) {
			problem("authors[%d].orcid: %q is not an ORCID: write it as 0000-0002-1825-0097", i, author.ORCID)
		}
	}
	return errors.Join(problems...)
}

func isAddress(text string) bool {
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}

// isORCID tells whether a string is an ORCID with the right last digit (ISO 7064, MOD 11-2).
func isORCID(text string) bool {
	plain := strings.ReplaceAll(text, "-", "")
	if len(text) != len("0000-0000-0000-0000") || !digits.MatchString(plain) {
		return false
	}
	sum := 0
	for _, digit := range plain[:15] {
		sum = (sum + int(digit-'0')) * 2
	}
	return "0123456789X"[(12-sum%11)%11] == plain[15]
}
