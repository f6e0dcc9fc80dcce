package parse

import (
	"bytes"

	"github.com/latchkey-dev/latchkey/report"
)

// iorSummary reads the table "Summary of all tests". Further columns repeat the options.
func iorSummary(o *output, l line) bool {
	words := bytes.Fields(l.text)
	if len(words) > 2 && string(words[0]) == "Operation" && string(words[1]) == "Max(MiB)" {
		o.closeTable()
		table := report.Table{Name: "summary", Title: "summary of all repetitions", Label: "operation", Cells: make([][]float64, len(iorSummaryColumns))}
		for _, name := range iorSummaryColumns {
			table.Columns = append(table.Columns, fieldOf(o.kind, name))
		}
		o.state = &table
		return true
	}
	table, open := o.state.(*report.Table)
	if !open || table == nil {
		return false
	}
	if len(words) > len(iorSummaryColumns) && numbers(bytes.Join(words[1:len(iorSummaryColumns)+1], []byte(" "))) != nil {
		table.Labels = append(table.Labels, clean(words[0]))
		for i, value := range numbers(bytes.Join(words[1:len(iorSummaryColumns)+1], []byte(" "))) {
			table.Cells[i] = append(table.Cells[i], value)
		}
		return true
	}
	if len(table.Labels) > 0 {
		o.result.Tables = append(o.result.Tables, *table)
		o.state = (*report.Table)(nil)
	}
	return false
}
