package parse

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed syscalls.txt
var systemCallTable string

// systemCalls returns the names of Linux system calls by machine and number: "x86_64 0" is read.
var systemCalls = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for line := range strings.Lines(systemCallTable) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] != "#" {
			names["x86_64 "+fields[1]], names["aarch64 "+fields[2]] = fields[0], fields[0]
		}
	}
	return names
})

// systemCall returns the name of a system call. A number without a name stays.
func systemCall(machine, number string) string {
	if name, known := systemCalls()[machine+" "+number]; known {
		return name
	}
	return number
}
