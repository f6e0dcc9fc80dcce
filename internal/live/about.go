package live

import (
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/runs"
)

// mostHeader is how much of a log is searched for what ran: broker.sh and programs say it before they begin.
const mostHeader = 1 << 20

// withFlux is what broker.sh says of its pod.
var withFlux = lazily(`(?m)^latchkey: with flux (\S+), (\d+) CPUs \((.*)\), (\d+) kB of memory$`)

// libraries are what MPI_Get_library_version returns, which many programs print, and what mpirun --version prints.
var libraries = map[string]func() *regexp.Regexp{
	"Open MPI":  lazily(`Open MPI[v) ]+(\d[\w.]*)`),
	"MPICH":     lazily(`MPICH Version:\s*(\d[\w.]*)`),
	"MVAPICH":   lazily(`MVAPICH2? Version\s*:\s*(\d[\w.]*)`),
	"Intel MPI": lazily(`Intel\(R\) MPI Library(?: for Linux\* OS, Version)? (\d[\w.]*)`),
}

// about adds to a record what the logs of the application say of what ran: the versions of Flux and MPI, and the nodes.
func (c *collection) about(record *runs.Set) {
	var flux, mpi []string
	for _, pod := range record.Pods {
		for _, own := range pod.Containers {
			if own.Name != record.Application || own.Log == "" || pod.Life != record.Restarts {
				continue
			}
			text := c.header(own.Log)
			if said := withFlux().FindStringSubmatch(text); said != nil {
				flux = append(flux, said[1])
				addSaid(record, pod.Node, said)
			}
			for name, version := range libraries {
				if said := version().FindStringSubmatch(text); said != nil {
					mpi = append(mpi, name+" "+said[1])
				}
			}
		}
	}
	record.Flux, record.MPI = distinct(flux), distinct(mpi)
}

// addSaid adds to the node of a pod what broker.sh says of it. The cluster knows the number of processors and the memory better, and names
// a processor by numbers.
func addSaid(record *runs.Set, node string, said []string) {
	at := slices.IndexFunc(record.Nodes, func(n runs.Node) bool { return n.Name == node })
	if at < 0 {
		return
	}
	n := &record.Nodes[at]
	if said[3] != unknownWord {
		n.CPUModel = said[3]
	}
	if cpus, _ := strconv.Atoi(said[2]); n.CPUs == 0 {
		n.CPUs = float64(cpus)
	}
	if memory, _ := strconv.ParseInt(said[4], 10, 64); n.Memory == 0 {
		n.Memory = memory << 10
	}
}

// unknownWord is what broker.sh says of what it does not know.
const unknownWord = "unknown"

// header returns the beginning of a log, or "" if it cannot be read.
func (c *collection) header(log string) string {
	file, err := c.folder.Open(path.Clean(log))
	if err != nil {
		return ""
	}
	defer file.Close() //nolint:errcheck // it is read only
	text, _ := io.ReadAll(io.LimitReader(file, mostHeader))
	return string(text)
}

// distinct returns words once each, without the word for what is not known.
func distinct(words []string) string {
	slices.Sort(words)
	words = slices.DeleteFunc(slices.Compact(words), func(word string) bool { return word == unknownWord })
	return strings.Join(words, ", ")
}
