package html

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// Write writes the page of a report. It compares the runs if nobody has. An error is one of writing.
func Write(to io.Writer, r *report.Report) error {
	if r.Comparison == nil {
		if err := report.Compare(r, report.Options{}); err != nil {
			return err
		}
	}
	p := newPage(r)
	table := rows(r)
	p.RowsLede = rowsLede(table)
	p.Empty = len(table.Rows) == 0 && len(p.Overs) == 0 && len(p.Curves) == 0
	script, err := pageScript()
	if err != nil {
		return fmt.Errorf("read the page's scripts: %w", err)
	}
	p.Style, p.Library, p.Script = uPlotStyle+pageStyle, sharp+uPlotScript, script
	p.Policy = policy(p.Style, p.Library, p.Script)

	out := bufio.NewWriterSize(to, 1<<16)
	p.top(markup{out})
	if err := writeData(out, p, table); err != nil {
		return fmt.Errorf("write the page's data: %w", err)
	}
	// These texts are the page's own. The policy has their hashes, so each byte counts.
	fmt.Fprintf(out, "<script>%s</script>\n<script>%s</script>\n</body>\n</html>\n", p.Library, p.Script)
	return out.Flush()
}

// writeData writes the data, each figure's in an element of its own, so that a browser reads only what it shows.
func writeData(out *bufio.Writer, p *page, table *rowData) error {
	write := func(id string, data any) error {
		encoded, err := json.Marshal(data) // escapes <, > and &
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "<script type=\"application/json\" id=\"data-%s\">%s</script>\n", id, text.JSON(encoded))
		return nil
	}
	if err := write("page", p.data); err != nil {
		return err
	}
	for _, f := range p.figures {
		if err := write(f.ID, f.data); err != nil {
			return err
		}
	}
	return write("rows", table)
}

// rowsLede says what the table of all values holds.
func rowsLede(d *rowData) string {
	lede := "A row is one value, or all samples of one quantity of one process."
	if d.Left > 0 {
		lede += fmt.Sprintf(" The first %s rows of %s are here; the CSV form of the report has all.",
			grouped(len(d.Rows)), grouped(len(d.Rows)+d.Left))
	}
	return lede
}
