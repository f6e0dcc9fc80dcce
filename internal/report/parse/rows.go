package parse

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A cell is a value of a row: a number, a string or nothing.
type cell struct {
	key  []byte
	text []byte // of a number or a string; nil for null, true, false, objects and lists
}

// scanner reads a list of flat JSON objects, [{"key":1.5,"other":"text"},...]. A JSON decoder needs five times as long.
type scanner struct {
	data []byte
	at   int
	row  []cell
}

// rows calls visit for each object. visit must not keep the cells.
func (s *scanner) rows(data []byte, visit func([]cell)) error {
	s.data, s.at = data, 0
	isList := s.list('[', ']', func() bool {
		s.row = s.row[:0]
		isRow := s.list('{', '}', s.cell)
		if isRow {
			visit(s.row)
		}
		return isRow
	})
	switch s.blanks(); {
	case isList && s.at == len(s.data):
		return nil
	case s.at < len(s.data):
		return fmt.Errorf("it is not a list of JSON objects: column %d has %q", s.at+1, s.data[s.at:s.at+1])
	default:
		return fmt.Errorf("the list of JSON objects stops after column %d, before its end", len(s.data))
	}
}

// list reads elements between two characters, and says whether all are whole.
func (s *scanner) list(open, shut byte, element func() bool) bool {
	if !s.skip(open) {
		return false
	}
	for first := true; !s.skip(shut); first = false {
		if !first && !s.skip(',') || !element() {
			return false
		}
	}
	return true
}

// cell reads a key with its value.
func (s *scanner) cell() bool {
	key, ok := s.text()
	if !ok || !s.skip(':') {
		return false
	}
	value, ok := s.value()
	s.row = append(s.row, cell{key, value})
	return ok
}

func (s *scanner) blanks() {
	for s.at < len(s.data) && (s.data[s.at] == ' ' || s.data[s.at] == '\t') {
		s.at++
	}
}

// skip skips blanks and a character, and says whether it was there.
func (s *scanner) skip(c byte) bool {
	s.blanks()
	if s.at >= len(s.data) || s.data[s.at] != c {
		return false
	}
	s.at++
	return true
}

// text reads a quoted text.
func (s *scanner) text() ([]byte, bool) {
	if !s.skip('"') {
		return nil, false
	}
	start := s.at
	for ; s.at < len(s.data) && s.data[s.at] != '"'; s.at++ {
		if s.data[s.at] == '\\' {
			s.at++
		}
	}
	if s.at >= len(s.data) {
		return nil, false
	}
	s.at++
	text := s.data[start : s.at-1]
	if bytes.IndexByte(text, '\\') < 0 {
		return text, true
	}
	var read string
	err := json.Unmarshal(s.data[start-1:s.at], &read)
	return []byte(read), err == nil
}

// value reads a value. It reads no lists and objects within a row, because no program prints them there.
func (s *scanner) value() ([]byte, bool) {
	s.blanks()
	if s.at < len(s.data) && s.data[s.at] == '"' {
		return s.text()
	}
	start := s.at
	for s.at < len(s.data) && isWord(s.data[s.at]) {
		s.at++
	}
	switch word := s.data[start:s.at]; string(word) {
	case "null", "true", "false":
		return nil, true
	default:
		return word, len(word) > 0
	}
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '+' || c == '.'
}
