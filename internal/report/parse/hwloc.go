package parse

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// newHwloc reads the tree of a machine, as text or as XML.
func newHwloc(s *source) parser {
	return &hwloc{source: s, result: s.newResult(kindOf("hwloc")), sums: map[string]float64{}}
}

// hwlocObjects are the fields with the number and the size of objects, by their names in both forms.
var hwlocObjects = map[string][2]string{
	"Package": {"packages"}, "NUMANode": {"numa_nodes", "memory"}, "Core": {"cores"}, "PU": {"pus"},
	"L1d": {"l1d_caches", "l1d_size"}, "L1i": {"l1i_caches", "l1i_size"}, "L2": {"l2_caches", "l2_size"}, "L3": {"l3_caches", "l3_size"},
	"L1Cache": {"l1d_caches", "l1d_size"}, "L1dCache": {"l1d_caches", "l1d_size"}, "L1iCache": {"l1i_caches", "l1i_size"}, "L2Cache": {"l2_caches", "l2_size"}, "L3Cache": {"l3_caches", "l3_size"},
}

type hwloc struct {
	source *source
	result report.Result
	sums   map[string]float64 // by field
	xml    bool
}

func (h *hwloc) line(l *line) {
	text := bytes.TrimSpace(l.text)
	if h.xml = h.xml || bytes.HasPrefix(text, []byte("<topology")); h.xml {
		h.element(text)
		return
	}
	for object := range strings.SplitSeq(clean(text), " + ") {
		if name, rest, found := strings.Cut(object, " L#"); found && !strings.Contains(rest, " = ") { // an attribute of memory
			name, _, _ = strings.Cut(name, "(") // NUMANode(HBM)
			h.add(name, kibibytes(rest))
		}
	}
}

func (h *hwloc) add(name string, kib float64) {
	if fields, known := hwlocObjects[name]; known {
		h.sums[fields[0]]++
		h.sums[fields[1]] += kib
	}
}

// hwlocSize is the size in "0 (P#0 23GB)" and "0 (P#0 local=23GiB total=46GiB)", in powers of 1024.
var hwlocSize = regexp.MustCompile(`[( =](\d+)([KMGT])i?B\b`)

// kibibytes returns the size in the text of an object, or 0.
func kibibytes(text string) float64 {
	found := hwlocSize.FindStringSubmatch(text)
	if found == nil {
		return 0
	}
	value, _ := number([]byte(found[1])) // the expression has found digits
	size, _ := inUnit(value, found[2]+"iB", "KiB")
	return size
}

// element reads an element of XML, which hwloc writes on a line of its own.
func (h *hwloc) element(text []byte) {
	if !bytes.HasPrefix(text, []byte("<object ")) {
		return
	}
	size, _ := number([]byte(cmp.Or(attribute(text, "cache_size"), attribute(text, "local_memory")))) // most objects have none
	h.add(attribute(text, "type"), size/1024)
}

func attribute(text []byte, name string) string {
	_, rest, _ := bytes.Cut(text, []byte(" "+name+`="`))
	value, _, _ := bytes.Cut(rest, []byte(`"`))
	return clean(value)
}

func (h *hwloc) end(int) {
	addFields(&h.result, func(field string) (float64, bool) { return h.sums[field], h.sums[field] != 0 })
	h.source.add(h.result)
}
