package parse

import (
	"bytes"
	"strings"

	"github.com/latchkey-dev/latchkey/report"
)

// hwlocFamily reads the tree of a machine, as text or as XML.
var hwlocFamily = family{
	kinds: []*report.Kind{&hwlocKind},
	begins: func(text []byte) bool {
		return bytes.HasPrefix(text, []byte("Machine")) && isHwloc(text) || bytes.HasPrefix(text, []byte("<topology version="))
	},
	start: func(s *source) parser {
		return &hwloc{source: s, result: s.newResult(&hwlocKind), count: map[string]float64{}, kib: map[string]float64{}}
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

// hwlocObjects are the fields of objects, by their names in both forms.
var hwlocObjects = map[string]string{
	"Package": "packages", "NUMANode": "numa_nodes", "Core": "cores", "PU": "pus",
	"L1d": "l1d", "L1i": "l1i", "L2": "l2", "L3": "l3",
	"L1Cache": "l1d", "L1iCache": "l1i", "L2Cache": "l2", "L3Cache": "l3",
}

type hwloc struct {
	source *source
	result report.Result
	count  map[string]float64
	kib    map[string]float64
	xml    bool
}

func isHwloc(text []byte) bool {
	return len(text) == len("Machine") || bytes.HasPrefix(text, []byte("Machine (")) || bytes.HasPrefix(text, []byte("Machine + ")) ||
		bytes.HasPrefix(text, []byte("Machine L#"))
}

func (h *hwloc) line(l line) {
	text := bytes.TrimSpace(l.text)
	if bytes.HasPrefix(text, []byte("<topology")) {
		h.xml = true
	}
	if h.xml {
		h.element(text)
		return
	}
	for object := range strings.SplitSeq(clean(text), " + ") {
		name, rest, found := strings.Cut(object, " L#")
		if field := hwlocObjects[name]; found && field != "" {
			h.add(field, inBrackets(rest))
		}
	}
}

// add counts an object. size is the text of its size, or "".
func (h *hwloc) add(field, size string) {
	h.count[field]++
	kib, _ := kibibytes(size)
	if field == "numa_nodes" {
		field = "memory"
	}
	h.kib[field] += kib
}

// inBrackets returns the size in "0 (P#0 23GB)", which is the last word.
func inBrackets(text string) string {
	_, rest, _ := strings.Cut(text, "(")
	inside, _, _ := strings.Cut(rest, ")")
	return inside[strings.LastIndexByte(inside, ' ')+1:]
}

// kibibytes reads 48KB, 32MB or 23GB, which mean powers of 1024.
func kibibytes(text string) (float64, bool) {
	for _, unit := range []struct {
		suffix string
		factor float64
	}{{"KB", 1}, {"MB", 1 << 10}, {"GB", 1 << 20}, {"TB", 1 << 30}} {
		if digits, found := strings.CutSuffix(text, unit.suffix); found {
			value, ok := number([]byte(digits))
			return value * unit.factor, ok
		}
	}
	return 0, false
}

// element reads an element of XML, which hwloc writes on a line of its own.
func (h *hwloc) element(text []byte) {
	if !bytes.HasPrefix(text, []byte("<object ")) {
		return
	}
	field := hwlocObjects[attribute(text, "type")]
	if field == "" {
		return
	}
	h.add(field, "")
	for _, name := range []string{"cache_size", "local_memory"} {
		if bytes, ok := number([]byte(attribute(text, name))); ok {
			if name == "local_memory" {
				field = "memory"
			}
			h.kib[field] += bytes / 1024
		}
	}
}

// attribute returns an attribute of an element, or "".
func attribute(text []byte, name string) string {
	_, rest, _ := bytes.Cut(text, []byte(" "+name+`="`))
	value, _, _ := bytes.Cut(rest, []byte(`"`))
	return clean(value)
}

func (h *hwloc) end(int) {
	for _, field := range hwlocKind.Fields {
		stem, what, _ := strings.Cut(field.Name, "_")
		value := h.count[field.Name]
		switch {
		case what == "caches":
			value = h.count[stem]
		case what == "size" || field.Name == "memory":
			value = h.kib[stem]
		}
		if value != 0 {
			h.result.Values = append(h.result.Values, report.Value{Field: field, Value: value, Time: h.result.Time})
		}
	}
	h.source.add(h.result)
}
