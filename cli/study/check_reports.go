package study

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A given is a value that a report gives for a figure of a run.
type given struct{ run, figure, value string }

// A form is a form of "report" whose values are compared: how a report is written, and what values a file has. A file of another form
// has none.
type form struct {
	write func(io.Writer, *report.Report) error
	read  func([]byte) ([]given, error)
}

// forms are by the ends of the names of their files.
var forms = map[string]form{".csv": {report.WriteCSV, inCSV}, ".json": {report.WriteJSON, inJSON}}

// reports compares the values of kept reports with those that the logs give now.
func (c *checker) reports(all *report.Report) error {
	entries, err := fs.ReadDir(c.root.FS(), ".")
	if err != nil {
		return err
	}
	now := map[string]map[given]bool{}
	for _, entry := range entries {
		end := path.Ext(entry.Name())
		form, isCompared := forms[end]
		if !isCompared {
			continue
		}
		kept, err := form.in(c.root, entry.Name())
		if err != nil {
			c.problem("%s: it cannot be read: %v", entry.Name(), files.Reason(err))
		}
		if len(kept) == 0 { // to make a report of a large folder takes long
			continue
		}
		if now[end] == nil {
			if now[end], err = form.of(all); err != nil {
				return err
			}
		}
		c.compare(entry.Name(), kept, now[end])
	}
	return nil
}

// in returns the values that a file has.
func (f form) in(root *os.Root, name string) ([]given, error) {
	data, err := files.Read(root, name)
	if err != nil {
		return nil, err
	}
	return f.read(data)
}

// of returns the values that the form has for a report.
func (f form) of(all *report.Report) (map[given]bool, error) {
	var out bytes.Buffer
	if err := f.write(&out, all); err != nil {
		return nil, err
	}
	list, err := f.read(out.Bytes())
	known := map[given]bool{}
	for _, one := range list {
		known[one] = true
	}
	return known, err
}

// mostNamed is how many values of a report are named one by one.
const mostNamed = 10

// compare wants each value of a report among those that are known.
func (c *checker) compare(file string, kept []given, known map[given]bool) {
	now := map[[2]string][]string{}
	for one := range known {
		now[[2]string{one.run, one.figure}] = append(now[[2]string{one.run, one.figure}], one.value)
	}
	c.values += len(kept)
	wrong := 0
	for _, one := range kept {
		if known[one] {
			continue
		}
		if wrong++; wrong > mostNamed {
			continue
		}
		found := slices.Sorted(slices.Values(now[[2]string{one.run, one.figure}]))
		what := "the logs give " + strings.Join(found, " or ")
		if len(found) == 0 {
			what = "the logs and the Study give no such value"
		}
		c.problem("%s: %s of %s is %s, and %s", file, one.figure, one.run, one.value, what)
	}
	if wrong > mostNamed {
		c.problem("%s: and %s more that the logs do not give", file, text.Count(wrong-mostNamed, "value"))
	}
}

// inCSV returns the values in the form csv.
func inCSV(data []byte) (all []given, _ error) {
	rows, at, err := csvTable(data)
	for _, row := range rows {
		all = append(all, given{row[at["run"]], named(row[at["metric"]], row[at["kind"]], row[at["name"]]), row[at["value"]]})
	}
	return all, err
}

// csvTable returns the rows of the form csv of "report", and the columns by their names. A file of another form has none.
func csvTable(data []byte) (rows [][]string, at map[string]int, _ error) {
	reader := csv.NewReader(bytes.NewReader(data))
	reader.FieldsPerRecord = -1
	head, _ := reader.Read()
	at = map[string]int{}
	for i, name := range head {
		at[name] = i
	}
	for _, name := range []string{"run", "metric", "kind", "name", "value", "unit", "merit"} {
		if _, has := at[name]; !has {
			return nil, nil, nil // nobody says that all tables are of Latchkey
		}
	}
	rows, err := reader.ReadAll()
	for number, row := range rows {
		if len(row) != len(head) {
			return nil, nil, fmt.Errorf("line %d has %s, and the first line has %d", number+2, text.Count(len(row), "column"), len(head))
		}
	}
	return rows, at, err
}

// A keptReport is what is compared of the form json of "report".
type keptReport struct {
	Comparison *struct {
		Cells []struct {
			Name string
			Runs []int
		}
		Figures []struct {
			Metric, Kind, Title, Name, Label, At string
			Entries                              []struct {
				Cell   int
				Mean   *float64
				Values []float64
			}
		}
	}
	Runs []struct{ Name string }
}

// inJSON returns the means of the cells in the form json, and the values of their runs. A cell is named by its runs.
func inJSON(data []byte) (all []given, _ error) {
	var kept keptReport
	if err := json.Unmarshal(data, &kept); err != nil || kept.Comparison == nil {
		return nil, err
	}
	cells := make([]string, len(kept.Comparison.Cells))
	for i, cell := range kept.Comparison.Cells {
		var names []string
		for _, run := range cell.Runs {
			if run < 0 || run >= len(kept.Runs) {
				return nil, fmt.Errorf("the cell %s has a run %d, and there are %d", cell.Name, run, len(kept.Runs))
			}
			names = append(names, kept.Runs[run].Name)
		}
		cells[i] = strings.Join(names, ", ")
	}
	for _, figure := range kept.Comparison.Figures {
		name := strings.Join(slices.DeleteFunc([]string{named(figure.Metric, figure.Kind, figure.Name), figure.Title, figure.Label, figure.At}, func(s string) bool { return s == "" }), " ")
		for _, entry := range figure.Entries {
			if entry.Cell < 0 || entry.Cell >= len(cells) {
				return nil, fmt.Errorf("%s has a cell %d, and there are %d", name, entry.Cell, len(cells))
			}
			for i, value := range entry.Values {
				all = append(all, given{cells[entry.Cell], fmt.Sprintf("%s, value %d", name, i+1), number(value)})
			}
			if entry.Mean != nil {
				all = append(all, given{cells[entry.Cell], "the mean of " + name, number(*entry.Mean)})
			}
		}
	}
	return all, nil
}

// named returns the name of a figure with its kind, and the metric if that is called otherwise.
func named(metric, kind, name string) string {
	if metric == kind {
		metric = ""
	}
	return strings.TrimSpace(metric + " " + kind + "." + name)
}

// number writes a number with as many digits as all machines agree about.
func number(value float64) string { return strconv.FormatFloat(value, 'g', 12, 64) }
