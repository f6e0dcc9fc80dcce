package metricset_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// look sources the scripts of a sidecar, with the given processes as the first ones of containers, and prints what it finds
// at the first and the second look.
const look = `
lk_texts=$LATCHKEY_FILES/$LATCHKEY_KEY
for each in lib processes pod-tasks; do . "$LATCHKEY_FILES/$each.sh"; done
trap - EXIT
eval "all_$(declare -f lk_look_again)"
lk_look_again() { all_lk_look_again; lk_children[0]=$ROOTS lk_children[1]=; }
lk_what || :
lk_find_tasks || :
echo "$lk_pids"
lk_find_tasks || :
echo "$lk_pids"
`

// TestPodTasks finds the processes of watched containers, which it tells from others by the mounts of their files.
func TestPodTasks(t *testing.T) {
	t.Parallel()
	sources, err := filepath.Abs("scripts")
	if err != nil {
		t.Fatal(err)
	}
	mounts, life := t.TempDir(), unique(60)
	homes := map[string]string{}
	start := func(container string, command ...string) string {
		process := beside(t, command[0], command[1:]...)
		pid := strconv.Itoa(process.Process.Pid)
		if err := os.Mkdir(filepath.Join(mounts, pid), 0o755); err != nil {
			t.Fatal(err)
		}
		table := "30 20 8:1 / / rw - ext4 /dev/sda rw,lowerdir=/var/lib/containers/storage/1\n31 30 8:1 /kubelet/pods/0a-1b/volumes/x /x rw\n"
		if container != "" {
			table += "32 30 8:1 /var/lib/kubelet/pods/0a-1b/containers/" + container + "/0123abcd /dev/termination-log rw - ext4 /dev/sda rw\n"
		}
		if err := os.WriteFile(filepath.Join(mounts, pid, "mountinfo"), []byte(table), 0o644); err != nil {
			t.Fatal(err)
		}
		homes[pid] = container
		return pid
	}
	program := start("main", "sleep", life)
	shell := start("main", "bash", "-c", "sleep "+life+" & wait")
	start("perf-sysstat", "sleep", life)
	start("", "sleep", life)
	other := start("other", "sleep", life)
	pipe := filepath.Join(t.TempDir(), "pipe") // a shell that waits has no child
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	idle := start("main", "bash", "-c", "read -r <>"+pipe)
	runtime := start("main", "bash", "-c", "printf 'runc:[2:INIT]' >/proc/$$/comm; read -r <>"+pipe) // what runc is before it runs the program
	for name := ""; name != "runc:[2:INIT]\n"; {
		text, err := os.ReadFile(filepath.Join("/proc", runtime, "comm"))
		if err != nil {
			t.Fatal(err)
		}
		name = string(text)
	}
	child := ""
	for child == "" || commandLine(child) != "sleep "+life {
		text, err := os.ReadFile(filepath.Join("/proc", shell, "task", shell, "children"))
		if err != nil {
			t.Skipf("children of a process cannot be read: %v", err)
		}
		child = strings.TrimSpace(string(text))
	}
	for name, row := range map[string]struct {
		containers, text string
		first, second    []string
	}{
		"all containers": {"main other", "", []string{program, other, child}, []string{program, other, child, idle}},
		"one container":  {"other", "", []string{other}, []string{other}},
		"a command":      {"main", "sleep " + life, []string{program, child}, []string{program, child}},
		"no container":   {"none", "", nil, nil},
	} {
		files := t.TempDir()
		if err := os.CopyFS(files, os.DirFS(sources)); err != nil {
			t.Fatal(err)
		}
		if row.text != "" {
			if err := os.WriteFile(filepath.Join(files, "entrypoint-0.watch"), []byte(row.text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		roots := []string{}
		for pid := range homes {
			roots = append(roots, pid)
		}
		command := exec.Command("bash", "-c", look)
		command.Env = append([]string{"PATH=" + os.Getenv("PATH")}, "LATCHKEY_FILES="+files, "LATCHKEY_KEY=entrypoint-0", "LATCHKEY_MOUNTS="+mounts,
			"LATCHKEY_CONTAINERS="+row.containers, "ROOTS="+strings.Join(roots, " "))
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		lines := strings.Split(string(out), "\n")
		for i, want := range [][]string{row.first, row.second} {
			got := slices.DeleteFunc(strings.Split(lines[i], ","), func(pid string) bool { return pid == "" })
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(want, got, cmp.Transformer("nil", func(s []string) string { return strings.Join(s, ",") })); diff != "" {
				t.Errorf("%s, look %d (-want +got):\n%s", name, i+1, diff)
			}
		}
	}
}
