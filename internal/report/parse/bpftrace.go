package parse

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// bpftrace reads the maps that perf-bpftrace prints: a line of JSON each, after a line with the time of the sample. bpftrace prints no key
// whose count is 0, so a key counted 0 in the samples without it.
type bpftrace struct {
	source     *source
	counts     ordered[countKey, *count]
	keys       map[string]int                 // how many each map has
	histograms ordered[[2]string, *histogram] // by the map and what it is about
	machine    string                         // as uname says it, or ""
	first      int                            // line of the first sample
	ends       report.Numbers                 // of the samples, in seconds since 1970
	damaged    map[int]bool                   // samples that lack a line: what they do not have is not known
	full       []string                       // maps that had all the keys in a sample that bpftrace prints
	fullAt     int                            // line of the first
}

// A count is what one key of a map, or of a part of its histogram, counted.
type count struct {
	*report.Field
	about  string
	values map[int]float64 // in the samples that have the key
}

type countKey struct{ name, part, key string }

func newBpftrace(s *source) parser {
	return &bpftrace{source: s, keys: map[string]int{}, damaged: map[int]bool{}}
}

// dataOf reads the data of a line, which are of the type that the line says.
func dataOf[T any](l *line) (data T, err error) {
	read := struct{ Data *T }{&data}
	err = json.Unmarshal(l.text, &read)
	return data, err
}

func (b *bpftrace) line(l *line) {
	rest, begins := bytes.CutPrefix(l.text, []byte(`{"type": "`))
	if !begins {
		return
	}
	var err error
	switch of, _, _ := bytes.Cut(rest, []byte(`"`)); string(of) {
	case "machine":
		b.machine, err = dataOf[string](l)
	case "time":
		err = b.begin(l)
	case "lost_events":
		var lost struct{ Events int }
		lost, err = dataOf[struct{ Events int }](l)
		b.source.lost(l.number, fmt.Sprintf("bpftrace lost %d events", lost.Events))
	case "left_out":
		err = errors.New("the line was longer than 64 KiB")
	case "map":
		err = each(b, l, mostCounts, b.put)
	case "hist":
		err = each(b, l, mostHistograms, b.histogram)
	default:
		_, err = dataOf[json.RawMessage](l)
	}
	if err != nil {
		b.damaged[len(b.ends)-1] = true
		b.source.lost(l.number, "a line is not as bpftrace prints it: "+err.Error())
	}
}

// begin begins a sample. A second one in the same second goes on with it: the last sample comes when bpftrace ends.
func (b *bpftrace) begin(l *line) error {
	data, err := dataOf[json.RawMessage](l)
	if err != nil {
		return err
	}
	at, ok := finite([]byte(strings.TrimSpace(wordOf(data))))
	if !ok {
		at = l.time
	}
	b.first = cmp.Or(b.first, l.number)
	if n := len(b.ends); n == 0 || b.ends[n-1] != at {
		b.ends = append(b.ends, at)
	}
	return nil
}

// The metric lets bpftrace print as many keys of a map in a sample, the largest, of counts and of histograms.
const mostCounts, mostHistograms = 50, 20

// each calls put with each value of the maps in data, in order of their names and keys. It notes maps that may have had more than most keys.
func each[V any](b *bpftrace, l *line, most int, put func(name, key string, value V)) error {
	if len(b.ends) == 0 {
		return errors.New("a line with the time of the sample must stand before it")
	}
	read, err := dataOf[map[string]map[string]V](l)
	for _, name := range slices.Sorted(maps.Keys(read)) {
		if len(read[name]) == most {
			b.full, b.fullAt = report.AddNew(b.full, name), cmp.Or(b.fullAt, l.number)
		}
		for _, key := range slices.Sorted(maps.Keys(read[name])) {
			put(strings.TrimPrefix(name, "@"), key, read[name][key])
		}
	}
	return err
}

func (b *bpftrace) put(name, key string, value float64) {
	b.count(countKey{name: name, key: key}).values[len(b.ends)-1] += value
}

// mostKeys is the number of keys of a map that are told apart. The names of files may have numbers of processes in them.
const mostKeys = 500

func (b *bpftrace) count(of countKey) *count {
	if b.counts.at[of] == nil && b.keys[of.name+of.part] >= mostKeys {
		of.key = "others"
	}
	return b.counts.get(of, func() *count {
		b.keys[of.name+of.part]++
		return &count{rateField(of.name, of.part), b.about(of.name, of.key), map[int]float64{}}
	})
}

// about returns what a value is about. The key has the command, and for some maps a comma and what the command did: a system call, a file.
func (b *bpftrace) about(name, key string) string {
	command, what, found := strings.Cut(key, ",")
	if found && strings.HasPrefix(name, "syscalls_") {
		what = systemCall(b.machine, what)
	}
	return clean([]byte(report.Join(command, what)))
}

// mapField returns the field of a map, or of a part of its histogram. The end of the map's name is its unit.
func mapField(name, part string) *report.Field {
	field := &report.Field{Name: name}
	for suffix, unit := range map[string]string{"_us": "us", "_ns": "ns", "_bytes": "B"} {
		if stem, found := strings.CutSuffix(name, suffix); found {
			field.Name, field.Unit = stem, unit
			break
		}
	}
	if part != "" {
		field.Name += "_" + part
	}
	field.Group = field.Name
	if field.Title = strings.ReplaceAll(field.Name, "_", " "); part == "count" {
		field.Unit = ""
	}
	return field
}

// rateField returns the field of what a map counts a second. A mean, a minimum or a maximum of the user has no rate.
func rateField(name, part string) *report.Field {
	field := mapField(name, part)
	isLevel := func(end string) bool { return strings.HasSuffix(field.Name, end) }
	if !slices.ContainsFunc([]string{"_avg", "_min", "_max"}, isLevel) {
		field.Unit = cmp.Or(field.Unit, "1") + "/s"
	}
	return field
}

func (b *bpftrace) end(int) {}

// finish adds the samples, and the histograms of the whole log. The last sample is damaged if the log ends within the collection.
func (b *bpftrace) finish() {
	if b.source.collecting > 0 {
		b.damaged[len(b.ends)-1] = true
	}
	if len(b.full) > 0 {
		b.source.lost(b.fullAt, fmt.Sprintf("%s had as many keys in a sample as bpftrace prints, which is %d, or %d with a histogram: smaller counts may be missing, and count as 0",
			strings.Join(b.full, ", "), mostCounts, mostHistograms))
	}
	if strings.Contains(b.source.out.Options["programs"], `"tcp"`) && len(b.ends) > 0 {
		b.count(countKey{name: "tcp_retransmits", key: "pod"})
	}
	result := report.Result{Kind: kindOf("bpftrace"), Line: b.first, Time: report.Unknown, Series: b.series()}
	slices.SortStableFunc(b.histograms.all, func(x, y *histogram) int { return x.Rank - y.Rank })
	for _, one := range b.histograms.all {
		result.Values = append(result.Values, one.quantiles()...)
		result.Tables = append(result.Tables, one.Table)
	}
	b.source.add(result)
}

// series returns a series for each command, file or system call. All have the same samples.
func (b *bpftrace) series() []report.Series {
	lengths := b.lengths()
	var all samples
	for _, c := range b.counts.all {
		values := make(report.Numbers, len(lengths))
		for i := range values {
			value, counted := c.values[i]
			if values[i] = value; c.IsRate() {
				values[i] /= lengths[i]
			}
			if !counted && (b.damaged[i] || !c.IsRate()) {
				values[i] = report.Unknown
			}
		}
		one := all.begin(report.Process{Name: c.about}, report.Unknown, true)
		one.Times, one.Lengths, one.Columns = b.ends, lengths, append(one.Columns, report.Column{Field: c.Field, Values: values})
	}
	return all.all()
}

// lengths returns the seconds since the sample before. The first sample is as long as the option rate says, or else as the second.
func (b *bpftrace) lengths() report.Numbers {
	all := make(report.Numbers, len(b.ends))
	for i := range all {
		if all[i] = b.ends[i] - b.ends[max(i-1, 0)]; !(all[i] > 0) { // a clock was set back
			all[i] = report.Unknown
		}
	}
	rate, ok := finite([]byte(b.source.out.Options["rate"]))
	switch {
	case len(all) > 0 && ok && rate > 0:
		all[0] = rate
	case len(all) > 1:
		all[0] = all[1]
	case len(all) > 0:
		b.source.lost(b.first, "nothing says how many seconds the only sample of bpftrace is of")
	}
	return all
}
