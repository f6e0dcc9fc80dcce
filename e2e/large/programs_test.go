//go:build e2e

package large

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// clockTick is the unit of times in /proc/PID/stat: USER_HZ, which is 100 per second on Linux.
const clockTick = 10 * time.Millisecond

// cost is the processor time that each program of the lab has used.
type cost map[string]time.Duration

// programs reads it. It is empty for a cluster that does not run on this machine.
func programs(t *testing.T) cost {
	t.Helper()
	used := cost{}
	for _, name := range []string{"apiserver", "etcd", "kcm", "sched", "jobset", "coredns"} {
		pid, err := os.ReadFile(filepath.Join(labDir(), "data", name+".pid"))
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(filepath.Join("/proc", strings.TrimSpace(string(pid)), "stat"))
		if err != nil {
			continue
		}
		_, after, _ := bytes.Cut(stat, []byte(") "))
		fields := strings.Fields(string(after)) // from the third field of proc(5) on; utime and stime are fields 14 and 15
		for _, field := range fields[11:13] {
			ticks, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			used[name] += time.Duration(ticks) * clockTick
		}
	}
	return used
}

func (c cost) since(before cost) string {
	var parts []string
	for _, name := range []string{"apiserver", "etcd", "kcm", "sched", "jobset", "coredns"} {
		parts = append(parts, fmt.Sprintf("%s %.1f s", name, (c[name]-before[name]).Seconds()))
	}
	return strings.Join(parts, ", ")
}

func labDir() string { return cmp.Or(os.Getenv("LAB_DIR"), "/tmp/lab") }

// values returns the sizes of all values below a key of the lab's etcd.
func values(prefix string) ([]int, error) {
	end := prefix[:len(prefix)-1] + "0" // the character after a slash
	request, err := json.Marshal(map[string][]byte{"key": []byte(prefix), "range_end": []byte(end)})
	if err != nil {
		return nil, err
	}
	answer, err := http.Post("http://127.0.0.1:23790/v3/kv/range", "application/json", bytes.NewReader(request))
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	var found struct {
		KVs []struct{ Value string }
	}
	if err := json.NewDecoder(answer.Body).Decode(&found); err != nil {
		return nil, err
	}
	var sizes []int
	for _, kv := range found.KVs {
		sizes = append(sizes, base64.StdEncoding.DecodedLen(len(kv.Value)))
	}
	return sizes, nil
}
