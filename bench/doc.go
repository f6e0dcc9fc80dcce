// Command bench times Latchkey as whole processes beside an echo: a KRM function on the same SDK that parses its
// ResourceList, does nothing and prints it. It prints ratios, which depend less on the machine than seconds do, and the
// aim beside each ratio. It fails when the program is larger than its aim, or when many small objects or a page of the command report
// need more than theirs.
//
//	make bench
//
// The Go benchmarks in the same folder time the function inside one process, for benchstat.
package main
