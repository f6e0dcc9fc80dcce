package metrics

import (
	"strconv"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func ioFio() Metric {
	return define(About{
		Name:    "io-fio",
		Summary: "fio random read/write test of a directory",
		URL:     "https://fio.readthedocs.io/en/latest/fio_doc.html",
		Image:   "ghcr.io/converged-computing/metric-fio:latest",
		Family:  "storage",
	}, fioOptions{Testname: "test", Blocksize: "4k", Iodepth: 64, Size: "4G", Directory: "/tmp"}, buildFio)
}

type fioOptions struct {
	Testname  string `option:"testname" help:"fio job name"`
	Blocksize string `option:"blocksize" help:"block size"`
	Iodepth   int    `option:"iodepth" min:"1" help:"I/O units in flight"`
	Size      string `option:"size" help:"bytes to write"`
	Directory string `option:"directory" help:"directory to test, usually a mounted volume"`
	Command   string `option:"command" help:"replaces the whole fio command line; $filename is the file to use"`
	Pre       string `option:"pre" meta:"-" help:"text for bash before the test; sees $filename"`
	Post      string `option:"post" meta:"-" help:"text for bash after the collection, before the file is removed"`
	Prefix    string `option:"prefix" meta:"-" help:"wrapper of fio, and of the rm that removes the file"`
	tenancy
}

func (o *fioOptions) Validate(p *options.Problems) {
	p.Directory("directory")
	if o.Command == "" {
		return
	}
	for _, name := range []string{"testname", "blocksize", "iodepth", "size"} {
		if p.Given(name) {
			p.Warn(name, "it has no effect beside command, which replaces the whole line: leave one of the two out")
		}
	}
}

// command returns the fio command line. The script adds the name of the file.
func (o fioOptions) command() string {
	if o.Command != "" {
		return o.Command
	}
	return plan.Words(o.Prefix, "fio", "--randrepeat=1", "--ioengine=libaio", "--direct=1", "--gtod_reduce=1",
		"--name="+plan.Quote(o.Testname), "--bs="+plan.Quote(o.Blocksize), "--iodepth="+strconv.Itoa(o.Iodepth),
		"--readwrite=randrw", "--rwmixread=75", "--size="+plan.Quote(o.Size), `--filename="$filename"`, "--output-format=json")
}

func buildFio(o fioOptions, t Target) plan.Plan {
	return storage(t, plan.Container{
		Script:   "fio.sh",
		Env:      workload.Environment{}.Set("LATCHKEY_DIRECTORY", o.Directory),
		Pre:      nonEmpty(o.Pre),
		Measured: []string{o.command()},
		Post:     nonEmpty(o.Post),
		Files:    map[string]string{"remove": plan.Words(o.Prefix, `rm -f -- "$filename"`)},
	})
}
