package yamltext

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// A mistake describes a line that makes a text unreadable as YAML.
type mistake struct {
	// line is the pattern of the line. The group "at" marks the place to show. Without it, the place is the beginning
	// of the line.
	line *regexp.Regexp
	// raw is a part of the parser's message. The line is a mistake only with this message. "" stands for any message.
	raw string
	// message says what is wrong and what to write.
	message string
}

const template = "this is a template and no YAML yet: render it first, for example with helm template"

// mistakes are common mistakes, the most certain first.
var mistakes = sync.OnceValue(func() []mistake {
	return []mistake{
		{regexp.MustCompile(`^(<{7}|={7}|>{7})( |\r?$)`), "", "a merge was not finished here: keep one of the two sides, and remove this line"},
		{
			regexp.MustCompile(`^(?:--|-{4,}|[–—=]+|\*{3}|- - -)[ \t]*\r?$|^[ \t]+---[ \t]*\r?$|^---[^-\s]`), "",
			`this line separates no documents: write exactly three dashes, "---", at its beginning`,
		},
		{regexp.MustCompile("^```"), "", "this is Markdown: leave out the lines with ```"},
		{regexp.MustCompile(`\{\{.*\}\}`), "", template},
		{regexp.MustCompile(`^ *(?P<at>)\t`), "", "a tab indents this line, which YAML does not allow: use spaces"},
		{regexp.MustCompile(`[{,][^"'#]*: +(?P<at>)#`), "", "without quotes \"#\" begins a comment: write the value in quotes, for example \"#FF6B6B\""},
		{regexp.MustCompile(`^\s*(- +)?[\w./-]+(?P<at>):[^\s:/]`), "find expected ':'", "there is no space behind the colon: write key: value"},
		{regexp.MustCompile(`(: +|- +)(?P<at>)[@` + "`" + `%]`), "cannot start any token", "a value cannot begin with this character: write the value in quotes"},
		{regexp.MustCompile(`(: +|- +)(?P<at>)[*&]`), "alphabetic or numeric", `a value cannot begin with "*" or "&": write the value in quotes`},
		{regexp.MustCompile(`(: +|- +)(?P<at>)\*`), "unknown anchor", `"*" begins the name of an anchor, and there is none of this name: write the value in quotes`},
		{regexp.MustCompile(`".*\\`), "unknown escape", `in double quotes "\" begins an escape: write "\\", or use single quotes`},
		{regexp.MustCompile(`: +(?P<at>)[|>]`), "comment or line break", `behind "|" or ">" the line has to end: write the text into the lines below, indented`},
		{regexp.MustCompile(`: .*?(?P<at>): `), "mapping values", "the value has a colon with a space behind it: write the value in quotes"},
		{regexp.MustCompile(`[:-] +("[^"]*"|'[^']*') *(?P<at>)[^\s,#}\]]`), "expected key", "something follows the closing quote: write all of the value in quotes"},
		{regexp.MustCompile(`[:-] +(?P<at>)["']`), "end of stream", "the quote that is opened here has no end: close it"},
		{regexp.MustCompile(`(?P<at>)\[[^\]]*$`), "',' or ']'", `the list that is opened here has no end: write "]"`},
		{regexp.MustCompile(`(?P<at>)\{[^}]*$`), "',' or '}'", `the mapping that is opened here has no end: write "}"`},
		{regexp.MustCompile(`[\[,] *(?P<at>)[\w./-]+\[[^\[\]]*\]`), "',' or ", "a value with brackets is in a list in brackets: write the value in quotes"},
		{regexp.MustCompile(`[{\[]`), "',' or ", "between two entries of a list or mapping in brackets there is a comma: write it"},
		{regexp.MustCompile(`^[^:#]*[^:#\s][^:#]*$`), "find expected ':'", "this line is no key with a value: write key: value"},
		{regexp.MustCompile(`^ +\w[\w-]* +[^:#\s][^:#]*$`), "mapping values", "this line is no key with a value: write key: value"},
		{regexp.MustCompile(`^\.{3}[ \t]*\r?$`), "document start", `"..." ends a document and begins none: write "---" instead`},
		{regexp.MustCompile(`^[^{}]*\{[^{}]*\}(?P<at>)\}`), "expected key", "more brackets are closed here than are opened: leave one out"},
		{regexp.MustCompile(`^[^\[\]]*\[[^\[\]]*\](?P<at>)\]`), "expected key", "more brackets are closed here than are opened: leave one out"},
	}
})

// mistakeIn finds the mistake behind an error of the parser. It returns its place and what to write instead. line and
// raw are the parser's line and message. The line is that of the last token that the parser understood, or 0 if
// unknown.
func mistakeIn(data []byte, line int, raw string) *Error {
	p := newPage(data)
	if odd, indent := p.oddBlock(line); odd > 0 {
		return errorInLine(data, odd, fmt.Sprintf("the text that belongs to \"|\" or \">\" above begins here: indent all of it by %d or more", indent))
	}
	for _, known := range mistakes() {
		if !strings.Contains(raw, known.raw) {
			continue
		}
		if near := p.near(line, known.line); near > 0 {
			return known.in(p, near)
		}
	}
	if odd, indents := p.oddIndent(max(line-1, 1)); odd > 0 {
		return errorInLine(data, odd, "this line is indented by "+indents)
	}
	message := "this is no YAML (" + raw + "): look at the indentation, quotes and colons of this line and those beside it"
	if strings.Contains(raw, "'-' indicator") {
		message = "a list and a key stand side by side below this line: begin each of them with \"- \", or indent what belongs to another key"
	}
	if line == 0 {
		return errorAt(nil, "%s", message)
	}
	return errorInLine(data, line, message)
}

// in returns the error about this mistake in a line.
func (m mistake) in(p page, line int) *Error {
	match := m.line.FindSubmatchIndex(bytes.TrimRight(p.text(line-1, line), "\n"))
	if group := m.line.SubexpIndex("at"); group > 0 {
		return errorInText(p.data, p.offsets[line-1]+match[2*group], "%s", m.message)
	}
	return errorInLine(p.data, line, m.message)
}

// oddBlock finds a line near a given line that probably belongs to the text of "|" or ">". It also returns the smallest
// indent that the line needs. Both are 0 if there is no such line.
func (p page) oddBlock(line int) (odd, indent int) {
	for at := max(line-2, 1); at < min(line+3, p.count()); at++ {
		opener := bytes.TrimRight(p.text(at-1, at), "\r\n")
		if !opensBlock().Match(opener) {
			continue
		}
		own, first := indentOf(opener), indentOf(p.text(at, at+1))
		if below := p.text(at, at+1); first <= own && !bytes.Contains(below, []byte(":")) && len(bytes.TrimSpace(below)) > 0 {
			return at + 1, own + 1
		}
		for next := at + 1; next < p.count() && first > own; next++ {
			if below := indentOf(p.text(next, next+1)); below <= own {
				break
			} else if below < first {
				return next + 1, first
			}
		}
	}
	return 0, 0
}

// near returns the line that matches and is nearest to a given line, from one line before it to two lines behind it.
// Without a given line it returns the first match of all. It returns 0 if nothing matches.
func (p page) near(line int, pattern *regexp.Regexp) int {
	order := []int{line, line + 1, line - 1, line + 2}
	if line == 0 {
		order = nil
		for each := range p.count() {
			order = append(order, each+1)
		}
	}
	for _, each := range order {
		if 1 <= each && each <= p.count() && pattern.Match(bytes.TrimRight(p.text(each-1, each), "\n")) {
			return each
		}
	}
	return 0
}

var (
	// opensBlock matches a line that begins a block of text. The text below may have any larger indent.
	opensBlock = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[:-] +[|>][-+0-9]*[ \t]*(#.*)?\r?$`) })
	// opens matches a line below which lines may be indented more.
	opens = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(:|-|: +[&!][^ ]*)[ \t]*(#.*)?\r?$`) })
	dash  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^- +`) })
)

// oddIndent finds the first line, from a given line on, whose indent fits no open mapping or list. It returns the line, or 0,
// and a text with its indent and the possible indents. Of values with several lines it knows only "|" and ">".
func (p page) oddIndent(from int) (line int, indents string) {
	levels, canOpen, block := []int{0}, true, -1
	for at := range p.count() {
		text := string(bytes.TrimRight(p.text(at, at+1), "\r\n"))
		content := strings.TrimLeft(text, " ")
		indent := len(text) - len(content)
		switch {
		case content == "" || content[0] == '#' || block >= 0 && indent > block:
			continue
		case strings.HasPrefix(text, "---"):
			levels, canOpen, block = []int{0}, true, -1
			continue
		}
		block = -1
		before := slices.Clone(levels)
		for indent < levels[len(levels)-1] {
			levels = levels[:len(levels)-1]
		}
		if last := levels[len(levels)-1]; indent > last && (!canOpen || len(levels) < len(before)) {
			if at+1 >= from {
				return at + 1, fmt.Sprintf("%d, where %s would fit: indent it like the line that it belongs to", indent, numbers(before))
			}
			return 0, ""
		}
		for _, level := range append([]int{indent}, dashes(content, indent)...) {
			if level > levels[len(levels)-1] {
				levels = append(levels, level)
			}
		}
		if canOpen = opens().MatchString(content); opensBlock().MatchString(content) {
			block, canOpen = indent, false
		}
	}
	return 0, ""
}

// dashes returns the indents of what follows the dashes at the beginning of a line.
func dashes(content string, indent int) (indents []int) {
	for match := dash().FindString(content); match != ""; match = dash().FindString(content) {
		indent += len(match)
		content = content[len(match):]
		indents = append(indents, indent)
	}
	return indents
}

// numbers lists numbers for people: "0, 2 or 4".
func numbers(list []int) string {
	texts := make([]string, 0, len(list))
	for _, number := range slices.Compact(list) {
		texts = append(texts, fmt.Sprint(number))
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return strings.Join(texts[:len(texts)-1], ", ") + " or " + texts[len(texts)-1]
}

// secondObject returns the key with which a second object begins in one document, because the line "---" is missing. It
// returns nil if there is one object only.
func secondObject(root *yaml.Node) (first *yaml.Node) {
	if root.Style&yaml.FlowStyle != 0 {
		return nil
	}
	seen, again := map[string]bool{}, map[string]bool{}
	for at := 0; at+1 < len(root.Content); at += 2 {
		key := root.Content[at]
		if again[key.Value] = seen[key.Value]; again[key.Value] && first == nil {
			first = key
		}
		seen[key.Value] = true
	}
	if again["apiVersion"] && again["kind"] {
		return first
	}
	return nil
}
