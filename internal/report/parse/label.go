package parse

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
)

// labelForm finds the label that srun --label, flux run --label-io ("3: "), mpiexec of Hydra ("[3] ") or mpirun --tag-output of Open MPI
// ("[1,3]<stdout>:") writes before each line of a rank.
var labelForm = regexp.MustCompile(`^(\d+:|\[(?:[^\]\s]*[@,])?\d+\])(?:<std(?:out|err)>:)? ?`)

// unlabel cuts the label of a rank off a line, and turns to what this rank prints: ranks print at the same time. A label counts from the
// first line on where the text behind one begins the output of a program.
func (s *source) unlabel(l *line) {
	label := ""
	if found := mayLabel(l.words); found != nil {
		rest := *l
		rest.text = l.words[len(found[0]):]
		rest.words = bytes.TrimLeft(rest.text, blank)
		s.labeled = s.labeled || s.program(l) == nil && s.program(&rest) != nil
		if s.labeled {
			*l, label = rest, string(found[1])
		}
	}
	if label != s.rank {
		s.ranks[s.rank], s.active, s.rank = s.active, s.ranks[label], label
	}
}

// mayLabel returns what labelForm finds in a line, or nil. Most lines have no blank behind a colon as their first word, nor a bracket first.
func mayLabel(text []byte) [][]byte {
	if len(text) == 0 || text[0] != '[' && (text[0] < '0' || text[0] > '9' || !bytes.Contains(text, []byte(": "))) {
		return nil
	}
	return labelForm.FindSubmatch(text)
}

// endRanks ends what all ranks print.
func (s *source) endRanks(last int) {
	s.ranks[s.rank] = s.active
	for _, rank := range slices.Sorted(maps.Keys(s.ranks)) {
		if active := s.ranks[rank]; active != nil {
			active.end(last)
		}
	}
	clear(s.ranks)
	s.active = nil
}
