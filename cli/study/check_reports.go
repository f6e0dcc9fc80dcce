package study

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
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

// reports compares the values of kept reports with those that the logs give now.
func (c *checker) reports(all *report.Report) error {
	entries, err := fs.ReadDir(c.root.FS(), ".")
	if err != nil {
		return err
	}
	values, err := csvValues(all)
	if err != nil {
		return err
	}
	means, err := jsonValues(all)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		var kept []given
		known, end := values, path.Ext(entry.Name())
		if end != ".csv" && end != ".json" {
			continue
		}
		data, err := files.Read(c.root, entry.Name())
		if err != nil {
			c.problem("%s: it cannot be read: %v", entry.Name(), files.Reason(err))
			continue
		}
		if end == ".csv" {
			kept, err = inCSV(data)
		} else {
			kept, err = inJSON(data)
			known = means
		}
		if err != nil {
			c.problem("%s: it cannot be read: %v", entry.Name(), err)
		}
		c.compare(entry.Name(), kept, known)
	}
	return nil
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

// csvValues returns what "report -o csv" gives for a report.
func csvValues(all *report.Report) (map[given]bool, error) {
	var out bytes.Buffer
	if err := report.WriteCSV(&out, all); err != nil {
		return nil, err
	}
	list, err := inCSV(out.Bytes())
	return among(list), err
}

// jsonValues returns what "report -o json" gives for a report.
func jsonValues(all *report.Report) (map[given]bool, error) {
	var out bytes.Buffer
	if err := report.WriteJSON(&out, all); err != nil {
		return nil, err
	}
	list, err := inJSON(out.Bytes())
	return among(list), err
}

func among(list []given) map[given]bool {
	known := map[given]bool{}
	for _, one := range list {
		known[one] = true
	}
	return known
}

// inCSV returns the values in the form csv of "report". A file of another form has none.
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

// inJSON returns the means of the cells in the form json of "report", and the values of their runs. A cell is named by its runs. A file of
// another form has none.
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
