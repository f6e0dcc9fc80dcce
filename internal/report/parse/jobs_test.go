package parse_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// jobResult is what one job printed.
type jobResult struct {
	Job      report.Job
	LoopTime []float64
}

// jobsOf reads a log of testdata and returns its jobs, each with its loop times.
func jobsOf(t *testing.T, file string) []jobResult {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	source := read(t, string(text))
	var all []jobResult
	for _, job := range source.Jobs {
		one := jobResult{Job: *job}
		for _, r := range source.Results {
			for _, v := range r.Values {
				if r.Job == job && v.Name == "loop_time" {
					one.LoopTime = append(one.LoopTime, v.Value)
				}
			}
		}
		all = append(all, one)
	}
	return all
}

// TestJobs wants each job of a log with its own figures, by the marks of public studies and without marks. testdata/README.md
// says where the logs come from.
func TestJobs(t *testing.T) {
	t.Parallel()
	zero, killed, none := 0, 143, report.JobTimes{Init: report.Unknown, Started: report.Unknown, Ended: report.Unknown}
	spec := report.JobSpec{
		Nodes: 32, Tasks: 2816, Command: "/usr/bin/lmp -v x 32 -v y 16 -v z 16 -in in.reaxff.hns -nocite",
		Options: "cpu-affinity=per-task gpu-affinity=off", Hosts: "lammps-[0-31]",
	}
	named := func(name string) report.JobSpec {
		s := spec
		s.Attributes = map[string]string{"study_id": name}
		return s
	}
	for file, want := range map[string][]jobResult{
		"flux-run.log": {
			{report.Job{
				Name: "lammps-iter-1", ID: "41473277952", JobSpec: named("lammps-iter-1"), Status: &zero,
				Times: report.JobTimes{Init: 1744939707.4992666, Started: 1744939707.7830865, Ended: 1744939745.1122468},
			}, []float64{27.7388}},
			{report.Job{
				Name: "lammps-iter-2", ID: "677765971968", JobSpec: named("lammps-iter-2"), Status: &zero,
				Times: report.JobTimes{Init: 1744939745.4249804, Started: 1744939745.6024854, Ended: 1744939774.0587394},
			}, []float64{21.4391}},
		},
		"jobspec.log": {{report.Job{
			Name: "lammps-reax-64-iter-1", Status: &killed, Fault: "rank 5615 exited and exit-timeout=30s has expired",
			JobSpec: report.JobSpec{
				Nodes: 64, Tasks: 6144, Command: "/usr/bin/lmp -v x 64 -v y 64 -v z 32 -in in.reaxff.hns -nocite", Options: "cpu-affinity=per-task",
				Attributes: map[string]string{"study_id": "lammps-reax-64-iter-1"},
			},
			Times: report.JobTimes{Init: 1724616488.7315133, Started: 1724616489.4525316, Ended: 1724617551.8595495},
		}, []float64{357.794}}},
		"slurm.log": {{report.Job{Times: report.JobTimes{Init: report.Unknown, Started: 1724997637, Ended: 1724997797}}, []float64{137.554}}},
		"bare.log":  {{report.Job{Times: none}, []float64{62.4768}}, {report.Job{Times: none}, []float64{62.7544}}},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, jobsOf(t, "testdata/jobs/"+file), cmpopts.EquateNaNs()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestTimesOfJobs wants no time of a damaged log that is not a time, which JSON and RFC 3339 could not say.
func TestTimesOfJobs(t *testing.T) {
	t.Parallel()
	for _, log := range []string{
		"START OF JOBSPEC\n{}\nSTART OF EVENTLOG\n{\"timestamp\":1e15,\"name\":\"shell.start\"}\n{\"timestamp\":-1e15,\"name\":\"done\"}\n",
		"Start time: 1e15\nEnd time: 1e15\n",
	} {
		for _, job := range read(t, log).Jobs {
			if report.Known(job.Times.Started) || report.Known(job.Times.Ended) {
				t.Errorf("%q: %+v", log, job.Times)
			}
		}
	}
}

// TestSecondJobOfAnID wants no job to have the times of another one that Flux describes with the same id.
func TestSecondJobOfAnID(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/jobs/flux-run.log")
	if err != nil {
		t.Fatal(err)
	}
	for _, job := range read(t, strings.ReplaceAll(string(text), "677765971968", "41473277952")).Jobs {
		if job.Name == "lammps-iter-2" && (job.Times.Started == 1744939707.7830865 || job.Times.Ended == 1744939745.1122468) {
			t.Errorf("%s: %+v", job.Name, job.Times)
		}
	}
}

// TestBlanksInTimesOfSlurm wants the times of a job also behind two blanks, as logs of performance-study have them.
func TestBlanksInTimesOfSlurm(t *testing.T) {
	t.Parallel()
	if jobs := read(t, "Start time:  1724305997\nEnd time:  1724307197\n").Jobs; len(jobs) != 1 || jobs[0].Times.Ended != 1724307197 {
		t.Errorf("%+v", jobs)
	}
}

// TestLastLineOfBatch wants the last line of a batch to keep its own status when Flux says that the batch has failed.
func TestLastLineOfBatch(t *testing.T) {
	t.Parallel()
	const log = `latchkey: line 0 ended with status 9; its output, kept in /tmp/0.out and /tmp/0.err:
flux-job: task(s) exited with exit code 9
latchkey: line 1 ended with status 2; its output, kept in /tmp/1.out and /tmp/1.err:
flux-job: task(s) exited with exit code 2
`
	const end = `latchkey: error: lines of the batch failed
flux-job: task(s) exited with exit code 9
`
	const good = "latchkey: line 2 ended with status 0; its output, kept in /tmp/2.out and /tmp/2.err:\n"
	if last := read(t, log+end).Jobs[1]; *last.Status != 2 || last.Fault != "exited with exit code 2" {
		t.Errorf("the line that failed: %d, %q", *last.Status, last.Fault)
	}
	if last := read(t, log+good+end).Jobs[2]; *last.Status != 0 || last.Fault != "" {
		t.Errorf("the line that completed: %d, %q", *last.Status, last.Fault)
	}
}
