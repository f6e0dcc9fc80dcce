package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// reportedRows are the rows of pidstat in the logs that the command report reads.
const reportedRows = 1_000_000

// pidstatSections are the sections of one sample with the values of one process: the sample's time, and a number that varies.
var pidstatSections = []struct{ name, row string }{
	{"CPU STATISTICS TASK", `"percent_usr":%[2]d.5,"percent_system":3.97,"percent_guest":0.0,"percent_wait":"76.19","percent_cpu":5.56,"cpu":0`},
	{"CPU STATISTICS CHILD", `"usr-ms":"%[2]d","system-ms":"130","guest-ms":"0"`},
	{"IO STATISTICS", `"kb_rd_s":%[2]d.54,"kb_wr_s":25.4,"kb_ccwr_s":0.0,"iodelay":"0"`},
	{"POLICY", `"prio":"0","policy":"NORMAL"`},
	{"PAGEFAULTS TASK", `"minflt_s":%[2]d.41,"majflt_s":30.16,"vsz":173416,"rss":28556,"percent_mem":0.12`},
	{"PAGEFAULTS CHILD", `"minflt-nr":"%[2]d","majflt-nr":"57"`},
	{"STACK UTILIZATION", `"stksize":132,"stkref":20`},
	{"THREADS TASK", `"percent_usr":%[2]d.5,"percent_system":3.97,"percent_guest":0.0,"percent_wait":"76.19","percent_cpu":5.56,"cpu":0`},
	{"THREADS CHILD", `"usr-ms":"%[2]d","system-ms":"130","guest-ms":"0"`},
	{"KERNEL TABLES", `"threads":"2","fd-nr":"15"`},
	{"TASK SWITCHING", `"cswch_s":%[2]d.29,"nvcswch_s":52.38`},
}

// writeLogs writes the logs of perf-sysstat in 64 pods, with at least so many rows in all.
func writeLogs(dir string, rows int) error {
	const pods = 64
	samples := rows/pods/len(pidstatSections) + 1
	for pod := range pods {
		folder := filepath.Join(dir, fmt.Sprintf("bench-m-0-%d-abcde", pod))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		file, err := os.Create(filepath.Join(folder, "perf-sysstat.log"))
		if err != nil {
			return err
		}
		out := bufio.NewWriter(file)
		writeSamples(out, pod, samples)
		if err := errors.Join(out.Flush(), file.Close()); err != nil {
			return err
		}
	}
	return nil
}

func writeSamples(out *bufio.Writer, pod, samples int) {
	fmt.Fprintf(out, "METADATA START {\"pods\":64,\"metricName\":\"perf-sysstat\",\"metricOptions\":{\"rate\":1}}\nMETADATA END\nMETRICS OPERATOR COLLECTION START\n")
	for sample := range samples {
		fmt.Fprintln(out, "METRICS OPERATOR TIMEPOINT")
		for _, section := range pidstatSections {
			fmt.Fprintf(out, "%[3]s\n[{\"time\":%[1]d,\"uid\":0,\"pid\":7,"+section.row+",\"command\":\"lmp\"}]\n",
				1_700_000_000+sample, (sample*(pod+7))%97, section.name)
		}
	}
	fmt.Fprintln(out, "METRICS OPERATOR COLLECTION END")
}
