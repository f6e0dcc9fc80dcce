package parse

import "github.com/latchkey-dev/latchkey/internal/report"

// stream reads STREAM, which measures main memory, and streamCUDA a form of it that measures the memory of GPUs.
var (
	stream = streamProgram(&report.Kind{
		Name:  "stream",
		Title: "STREAM",
		Form:  "STREAM 5.10, stream.c; with several tasks the figures of each",
		URL:   "https://www.cs.virginia.edu/stream/",
	}, "MB/s", "STREAM version $Revision: ")
	streamCUDA = streamProgram(&report.Kind{
		Name:  "stream-cuda",
		Title: "STREAM (CUDA)",
		Form:  "STREAM Benchmark implementation in CUDA; with several tasks the figures of each",
		URL:   "https://github.com/bcumming/cuda-stream",
	}, "GiB/s", "STREAM Benchmark implementation in CUDA")
)

func streamProgram(kind *report.Kind, unit, first string) program {
	p := program{
		kind: kind, first: []string{first}, last: []string{"Triad: "}, faults: []string{"Failed Validation on array "}, mixed: true,
		forms: []string{"Array size = {array_size} (elements)", "Array size (double precision) = {array_megabytes} MB", "Each kernel will be executed {repetitions} times"},
	}
	for _, f := range []struct{ name, title, what string }{
		{"triad", "Triad", "a = b + scalar * c"}, {"copy", "Copy", "a = b"}, {"scale", "Scale", "a = scalar * b"}, {"add", "Add", "a = b + c"},
	} {
		kind.Fields = append(
			kind.Fields,
			report.Field{Name: f.name, Title: f.title, Unit: unit, Better: report.Higher, Doc: "best rate of " + f.what},
			report.Field{Name: f.name + "_avg", Title: f.title + ", average time", Unit: "s", Better: report.Lower, Doc: "average time of " + f.what},
			report.Field{Name: f.name + "_max", Title: f.title + ", greatest time", Unit: "s", Better: report.Lower, Doc: "greatest time of " + f.what},
		)
		p.forms = append(p.forms, f.title+": {"+f.name+"} {"+f.name+"_avg} {} {"+f.name+"_max}")
	}
	kind.Merit = []string{"triad"}
	kind.Fields = append(
		kind.Fields,
		report.Field{Name: "array_size", Title: "array size", Doc: "elements of an array"},
		report.Field{Name: "array_megabytes", Title: "array size", Unit: "MB", Doc: "size of an array (CUDA)"},
		report.Field{Name: "repetitions", Title: "repetitions", Doc: "how often each kernel is executed"},
	)
	return p
}
