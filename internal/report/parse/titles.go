package parse

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A column is a title of a description, and the mark for what stands below it.
type column struct {
	words    []string // of the title; none for a column without one
	mark     string
	optional bool // not each version of the program has it
}

// newColumn reads a form such as 'Avg time {time_avg}'.
func newColumn(f *form) (c column) {
	c.words = wordsOf(tokensOf(formMark.ReplaceAllString(f.text, "")))
	if len(f.marks) > 0 {
		c.mark, c.optional = strings.CutSuffix(f.marks[0], "?")
	}
	return c
}

// A title is a title in a line of a log.
type title struct {
	text    string // without the unit
	unit    string // in parentheses after it or in the line below, or ""
	mark    string // for what stands below; "" if it is not kept
	at, end int    // where it is in the line
}

// A token is a word of a line of titles, or what stands there in parentheses.
type token struct {
	text    string
	at, end int
}

var (
	tokenForm = regexp.MustCompile(`[(\[][^)\]]*[)\]]|[^\s(\[]+|[(\[]`)
	inBraces  = strings.NewReplacer("( ", "(", " )", ")")
)

// tokensOf returns the tokens of a line, without the mark of a comment at its start.
func tokensOf(line string) (all []token) {
	for _, at := range tokenForm.FindAllStringIndex(line, -1) {
		text := inBraces.Replace(strings.Join(strings.Fields(line[at[0]:at[1]]), " "))
		if text = cmp.Or(strings.TrimLeft(text, "#"), "#"); len(all) > 0 || text != "#" && text != "%" {
			all = append(all, token{text, at[0], at[1]})
		}
	}
	return all
}

func (t token) isUnit() bool { return t.text[0] == '(' || t.text[0] == '[' }

func wordsOf(tokens []token) (words []string) {
	for _, t := range tokens {
		words = append(words, t.text)
	}
	return words
}

// separator is the character between the cells of a table, or "" for blanks.
func (t *layout) separator() string {
	if at := strings.IndexAny(t.Header.text, "|,"); at >= 0 {
		return t.Header.text[at : at+1]
	}
	return ""
}

var gap = regexp.MustCompile(`  +| *\t\s*`)

// chunksOf returns the tokens of a line in chunks, between which titles certainly end: at a separator, or at gaps.
func (t *layout) chunksOf(line string, gaps bool) (all [][]token) {
	var ends [][]int
	switch separator := t.separator(); {
	case separator != "":
		ends = regexp.MustCompile(regexp.QuoteMeta(separator)).FindAllStringIndex(line, -1)
	case gaps:
		ends = gap.FindAllStringIndex(line, -1)
	}
	at := 0
	for _, end := range append(ends, []int{len(line), len(line)}) {
		chunk := tokensOf(line[at:end[0]])
		for i := range chunk {
			chunk[i].at, chunk[i].end = chunk[i].at+at, chunk[i].end+at
		}
		if at = end[1]; len(chunk) > 0 || len(all) > 0 && t.separator() != "" {
			all = append(all, chunk)
		}
	}
	return all
}

// begins returns how many tokens are a title of the description, the longest, and which: the first that is not used, or -1.
func (t *layout) begins(tokens []token, used []bool) (n, column int) {
	column = -1
	for i, c := range t.columns {
		k := len(c.words)
		if k == 0 || k < n || k > len(tokens) || !slices.EqualFunc(c.words, tokens[:k], func(word string, t token) bool { return word == t.text }) {
			continue
		}
		if k > n {
			n, column = k, -1
		}
		if column < 0 && !used[i] {
			column = i
		}
	}
	return n, column
}

// titlesOf returns the titles of a line, and the titles of the description that it lacks. A title that the description does not have is
// one word, or what stands between gaps.
func (t *layout) titlesOf(line string, gaps bool) (all []title, missing []string) {
	used := make([]bool, len(t.columns))
	for i, c := range t.columns {
		if used[i] = len(c.words) == 0; used[i] && (i == 0 || t.By == "") {
			all = append(all, title{mark: c.mark})
		}
	}
	for _, chunk := range t.chunksOf(line, gaps) {
		if len(chunk) == 0 {
			all = append(all, title{})
		}
		for len(chunk) > 0 {
			n, column := t.begins(chunk, used)
			for n == 0 || column < 0 && (gaps || t.separator() != "") && n < len(chunk) && !chunk[n].isUnit() {
				if next, _ := t.begins(chunk[n:], used); n > 0 && next > 0 {
					break
				}
				n++
			}
			found := title{text: strings.Join(wordsOf(chunk[:n]), " "), at: chunk[0].at, end: chunk[n-1].end}
			switch {
			case column >= 0:
				found.mark, used[column] = t.columns[column].mark, true
			case t.By != "":
				found.mark = t.columns[1].mark
			case len(t.columns) == 0:
				found.mark = t.nameOf(found.text, len(all) == 0)
			}
			if n < len(chunk) && chunk[n].isUnit() {
				if listed, _ := t.begins(chunk[n:], used); listed == 0 {
					found.unit = strings.Trim(chunk[n].text, "()[]")
					n++
				}
			}
			all, chunk = append(all, found), chunk[n:]
		}
	}
	for i, c := range t.columns {
		if !used[i] && !c.optional {
			missing = append(missing, strings.Join(c.words, " "))
		}
	}
	return all, missing
}

// nameOf returns the name of a title that the description does not have.
func (t *layout) nameOf(title string, first bool) string {
	if first || t.Name == "" {
		return slug(title)
	}
	return t.Name + "." + slug(title)
}

// given are the names of the titles that the header has, if the description has no columns.
func (t *layout) given() (names []string) {
	titles, _ := t.titlesOf(formMark.ReplaceAllString(t.Header.text, ""), false)
	for _, title := range titles {
		names = append(names, title.mark)
	}
	return names
}

// isOpen tells whether the log has further titles: a header that ends with a string leaves them to it.
func (t *layout) isOpen() bool {
	return len(t.Columns) == 0 && strings.HasSuffix(t.Header.text, "...}")
}

// label is what the rows are called by, or "" for a table whose first column is the x axis of curves.
func (t *layout) label() string {
	if len(t.columns) > 0 {
		if name, isText := nameOfText(t.columns[0].mark); isText {
			return name
		}
	}
	return ""
}

// below gives each title the unit that stands below it.
func below(titles []title, units []token) {
	for _, unit := range units {
		for i := range titles {
			if t := &titles[i]; t.at < unit.end && unit.at < t.end {
				t.unit = strings.Trim(unit.text, "()[]")
			}
		}
	}
}

// cellsOf cuts a row where the titles of its table are cut. Parentheses in it do not count.
func (t *layout) cellsOf(text []byte) [][]byte {
	separator := t.separator()
	if separator == "" {
		return bytes.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\t' || c == '(' || c == ')' })
	}
	cells := bytes.Split(bytes.TrimPrefix(bytes.TrimSpace(text), []byte(separator)), []byte(separator))
	for i := range cells {
		cells[i] = bytes.TrimSpace(cells[i])
	}
	return cells
}
