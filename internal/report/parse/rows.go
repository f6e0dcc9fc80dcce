package parse

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A cell is a value of a row: a number, a text or nothing.
type cell struct {
	key  []byte
	text []byte // of a number or a text; nil for null, true, false, objects and lists
}

// number returns the number of a cell, which may be written as a text.
func (c cell) number() (float64, bool) { return finite(c.text) }

// scanner reads a list of flat JSON objects, [{"key":1.5,"other":"text"},...]. A JSON decoder needs five times as long.
type scanner struct {
	data []byte
	at   int
	row  []cell
}

var errJSON = errors.New("it is not a list of JSON objects")

// rows calls visit for each object. visit must not keep the cells.
func (s *scanner) rows(data []byte, visit func([]cell)) error {
	s.data, s.at = data, 0
	if !s.skip('[') {
		return errJSON
	}
	for first := true; !s.skip(']'); first = false {
		if !first && !s.skip(',') {
			return s.fault()
		}
		if err := s.object(); err != nil {
			return err
		}
		visit(s.row)
	}
	if s.blanks(); s.at != len(s.data) {
		return s.fault()
	}
	return nil
}

func (s *scanner) fault() error {
	return fmt.Errorf("%w: column %d is not as expected", errJSON, s.at+1)
}

func (s *scanner) object() error {
	s.row = s.row[:0]
	if !s.skip('{') {
		return s.fault()
	}
	for first := true; !s.skip('}'); first = false {
		if !first && !s.skip(',') {
			return s.fault()
		}
		key, ok := s.text()
		if !ok || !s.skip(':') {
			return s.fault()
		}
		value, ok := s.value()
		if !ok {
			return s.fault()
		}
		s.row = append(s.row, cell{key, value})
	}
	return nil
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
