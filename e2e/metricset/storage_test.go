//go:build e2e

package metricset

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/testing/metriclog"
)

// storageCases are about metrics that measure a directory or a node.
var storageCases = []lab.Case{
	{Name: "fio-empty", Rare: true, Before: lab.ExampleOf("metric-io-fio"), After: func(t *testing.T, r *lab.Run) {
		checkFio(t, logOf(t, r, "m", 0, "storage"), "test", 1<<20, 1<<10)
	}},
	{Name: "fio-hostpath", Edit: lab.OnHost, After: func(t *testing.T, r *lab.Run) {
		checkFio(t, logOf(t, r, "m", 0, "storage"), "test", 1<<20, 1<<10)
		leftOnHost(t, r)
	}},
	{Name: "v1alpha1-storage", Rare: true, Edit: lab.OnHost, After: func(t *testing.T, r *lab.Run) {
		log := logOf(t, r, "m", 0, "io-fio")
		checkFio(t, log, "test", 1<<20, 4<<10)
		hasValues(t, "metadata", log.Metadata, map[string]any{
			"completions": 1.0, "metricType": "storage", "storageVolumePath": "/workflow", "storageVolumeHostPath": r.Folder,
		})
		leftOnHost(t, r)
	}},
	{Name: "same-metric", Rare: true, After: func(t *testing.T, r *lab.Run) {
		checkFio(t, logOf(t, r, "m", 0, "storage"), "small", 1<<20, 1<<10)
		checkFio(t, logOf(t, r, "m1", 0, "storage"), "large", 2<<20, 2<<10)
	}},
	{Name: "iostat", Rare: true, Before: lab.ExampleOf("metric-io-sysstat"), After: func(t *testing.T, r *lab.Run) {
		checkIostat(t, logOf(t, r, "m", 0, "storage"), 2)
	}},
	{Name: "iostat-load", After: func(t *testing.T, r *lab.Run) {
		log := logOf(t, r, "m", 0, "storage")
		checkIostat(t, log, 1)
		written := map[float64]bool{}
		for _, sample := range log.Samples {
			written[disks(t, sample)[0].Number("wMB/s")] = true
		}
		// Averages of all time since the node has booted would hardly differ.
		if t.Logf("MB written in each second: %v", written); len(written) != 3 {
			t.Errorf("three samples of an uneven load have the figures %v", written)
		}
	}},
}

// checkFio reads the result of fio: one document in one sample.
func checkFio(t *testing.T, log metriclog.Log, job string, size, block float64) {
	t.Helper()
	if command := log.Block("FIO COMMAND"); !strings.HasPrefix(command, "fio ") {
		t.Errorf("the log says that %q is measured", command)
	}
	hasValues(t, "metadata", log.Metadata, map[string]any{"metricName": "io-fio"})
	if len(log.Samples) != 1 {
		t.Fatalf("%d samples of a metric that runs once", len(log.Samples))
	}
	type direction struct {
		Bytes float64 `json:"io_bytes"`
		Count float64 `json:"total_ios"`
	}
	var read struct {
		Jobs []struct {
			Name        string `json:"jobname"`
			Error       int
			Read, Write direction
		}
	}
	if err := json.Unmarshal([]byte(log.Samples[0]), &read); err != nil || len(read.Jobs) != 1 {
		t.Fatalf("%v, and %d jobs, in\n%s", err, len(read.Jobs), log.Samples[0])
	}
	got := read.Jobs[0]
	bytes, count := got.Read.Bytes+got.Write.Bytes, got.Read.Count+got.Write.Count
	if got.Name != job || got.Error != 0 || bytes != size || count != size/block || got.Read.Bytes < got.Write.Bytes {
		t.Errorf("fio says %+v, want job %s with %.0f bytes in blocks of %.0f", got, job, size, block)
	}
}

// leftOnHost expects that fio's file was in the folder of the node, and was removed.
func leftOnHost(t *testing.T, r *lab.Run) {
	t.Helper()
	name, err := os.ReadFile(filepath.Join(r.Folder, "name"))
	size, other := os.ReadFile(filepath.Join(r.Folder, "size"))
	if err != nil || other != nil || string(size) != "1048576\n" || !strings.HasPrefix(string(name), "test-") {
		t.Fatalf("the file %q had %q bytes (%v, %v)", name, size, err, other)
	}
	if _, err := os.Stat(filepath.Join(r.Folder, strings.TrimSpace(string(name)))); !os.IsNotExist(err) {
		t.Errorf("the file of fio is still there: %v", err)
	}
}

// checkIostat reads three samples of iostat. Each is a document with a disk.
func checkIostat(t *testing.T, log metriclog.Log, rate float64) {
	t.Helper()
	hasValues(t, "metadata", log.Metadata, map[string]any{"metricName": "io-sysstat"})
	hasValues(t, "options", log.Options(), map[string]any{"rate": rate, "completions": 3.0, "human": "false"})
	if len(log.Samples) != 3 {
		t.Errorf("%d samples, want 3", len(log.Samples))
	}
	for _, sample := range log.Samples {
		if disk := disks(t, sample)[0]; disk["disk_device"] == "" || disk.Number("r/s") < 0 {
			t.Errorf("no figures in %v", disk)
		}
	}
}

// disks returns the rows of a sample of iostat, at least one.
func disks(t *testing.T, sample string) []metriclog.Row {
	t.Helper()
	var read struct {
		Sysstat struct {
			Hosts []struct {
				Statistics []struct {
					Disk []metriclog.Row
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(sample), &read); err != nil {
		t.Fatalf("%v in\n%s", err, sample)
	}
	hosts := read.Sysstat.Hosts
	if len(hosts) != 1 || len(hosts[0].Statistics) != 1 || len(hosts[0].Statistics[0].Disk) == 0 {
		t.Fatalf("no disk in\n%s", sample)
	}
	return hosts[0].Statistics[0].Disk
}
