package report

import (
	"encoding/csv"
	"io"
	"strconv"
)

// Columns are the columns of CSV. Each row is one observation.
var Columns = []string{"set", "pod", "index", "metric", "process", "time", "name", "value", "unit"}

// WriteCSV writes all observations of a report as CSV (RFC 4180, lines end with LF). set is the name of the run, index the
// completion index of the pod, and time is in seconds since 1970, or since the first sample where a log has no times.
func WriteCSV(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	row := make([]string, len(Columns))
	if err := out.Write(Columns); err != nil {
		return err
	}
	for o := range r.Observations(nil) {
		index, at := "", ""
		if o.Source.Index >= 0 {
			index = strconv.Itoa(o.Source.Index)
		}
		if Known(o.Time) {
			at = Number(o.Time)
		}
		copy(row, []string{o.Run.Name, o.Source.Pod, index, o.Source.Metric, o.Process, at, o.Name(), Number(o.Value), o.Field.Unit})
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
