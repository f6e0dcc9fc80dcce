package parse

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// hwlocFamily reads the tree of a machine, as text or as XML.
var hwlocFamily = family{
	kinds:  []*report.Kind{&hwlocKind},
	starts: charactersOf("M<"),
	begins: func(text []byte) bool {
		return bytes.HasPrefix(text, []byte("Machine")) && isHwloc(text) || bytes.HasPrefix(text, []byte("<topology version="))
	},
	start: func(s *source) parser {
		return &hwloc{source: s, result: s.newResult(&hwlocKind), sums: map[string]float64{}}
	},
}

var hwlocKind = report.Kind{
	Name:    "hwloc",
	Title:   "hardware (hwloc)",
	Metrics: []string{"sys-hwloc"},
	Form:    "hwloc 2, lstopo-no-graphics as text, or --of xml; the metric's default commands write files and print nothing",
	URL:     "https://www.open-mpi.org/projects/hwloc/",
	Fields: []report.Field{
		{Name: "packages", Title: "packages", Doc: "number of processor packages"},
		{Name: "numa_nodes", Title: "NUMA nodes", Doc: "number of NUMA nodes"},
		{Name: "cores", Title: "cores", Doc: "number of cores"},
		{Name: "pus", Title: "processing units", Doc: "number of hardware threads"},
		{Name: "l1d_caches", Title: "L1d caches", Doc: "number of data caches of level 1"},
		{Name: "l1i_caches", Title: "L1i caches", Doc: "number of instruction caches of level 1"},
		{Name: "l2_caches", Title: "L2 caches", Doc: "number of caches of level 2"},
		{Name: "l3_caches", Title: "L3 caches", Doc: "number of caches of level 3"},
		{Name: "l1d_size", Title: "L1d size", Unit: "KiB", Doc: "size of all data caches of level 1"},
		{Name: "l1i_size", Title: "L1i size", Unit: "KiB", Doc: "size of all instruction caches of level 1"},
		{Name: "l2_size", Title: "L2 size", Unit: "KiB", Doc: "size of all caches of level 2"},
		{Name: "l3_size", Title: "L3 size", Unit: "KiB", Doc: "size of all caches of level 3"},
		{Name: "memory", Title: "memory", Unit: "KiB", Doc: "memory of all NUMA nodes, as hwloc rounds it"},
	},
}

// hwlocObjects are the fields with the number and the size of objects, by their names in both forms.
var hwlocObjects = map[string][2]string{
	"Package": {"packages"}, "NUMANode": {"numa_nodes", "memory"}, "Core": {"cores"}, "PU": {"pus"},
	"L1d": {"l1d_caches", "l1d_size"}, "L1i": {"l1i_caches", "l1i_size"}, "L2": {"l2_caches", "l2_size"}, "L3": {"l3_caches", "l3_size"},
	"L1Cache": {"l1d_caches", "l1d_size"}, "L1iCache": {"l1i_caches", "l1i_size"}, "L2Cache": {"l2_caches", "l2_size"}, "L3Cache": {"l3_caches", "l3_size"},
}

type hwloc struct {
	source *source
	result report.Result
	sums   map[string]float64 // by field
	xml    bool
}

func isHwloc(text []byte) bool {
	return len(text) == len("Machine") || bytes.HasPrefix(text, []byte("Machine (")) || bytes.HasPrefix(text, []byte("Machine + ")) ||
		bytes.HasPrefix(text, []byte("Machine L#"))
}

func (h *hwloc) line(l line) {
	text := bytes.TrimSpace(l.text)
	if h.xml = h.xml || bytes.HasPrefix(text, []byte("<topology")); h.xml {
		h.element(text)
		return
	}
	for object := range strings.SplitSeq(clean(text), " + ") {
		if name, rest, found := strings.Cut(object, " L#"); found {
			h.add(name, kibibytes(rest))
		}
	}
}

// add counts an object.
func (h *hwloc) add(name string, kib float64) {
	if fields, known := hwlocObjects[name]; known {
		h.sums[fields[0]]++
		h.sums[fields[1]] += kib
	}
}

// hwlocSize is the size in "0 (P#0 23GB)", in powers of 1024.
var hwlocSize = regexp.MustCompile(`[( ](\d+)([KMGT])B\)`)

// kibibytes returns the size in the text of an object, or 0.
func kibibytes(text string) float64 {
	found := hwlocSize.FindStringSubmatch(text)
	if found == nil {
		return 0
	}
	value, _ := number([]byte(found[1])) // the expression has found digits
	return value * map[string]float64{"K": 1, "M": 1 << 10, "G": 1 << 20, "T": 1 << 30}[found[2]]
}

// element reads an element of XML, which hwloc writes on a line of its own.
func (h *hwloc) element(text []byte) {
	if !bytes.HasPrefix(text, []byte("<object ")) {
		return
	}
	size, _ := number([]byte(cmp.Or(attribute(text, "cache_size"), attribute(text, "local_memory")))) // most objects have none
	h.add(attribute(text, "type"), size/1024)
}

// attribute returns an attribute of an element, or "".
func attribute(text []byte, name string) string {
	_, rest, _ := bytes.Cut(text, []byte(" "+name+`="`))
	value, _, _ := bytes.Cut(rest, []byte(`"`))
	return clean(value)
}

func (h *hwloc) end(int) {
	for _, field := range hwlocKind.Fields {
		if value := h.sums[field.Name]; value != 0 {
			h.result.Values = append(h.result.Values, report.Value{Field: &field, Value: value, Time: h.result.Time})
		}
	}
	h.source.add(h.result)
}
