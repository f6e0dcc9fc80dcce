// Command bench times Latchkey as whole processes, side by side with an echo: a KRM function on the same
// SDK that parses its ResourceList, does nothing and prints it. It prints ratios, which depend less on the
// machine than seconds do, each with its aim beside it. With -quick it fails when start-up takes far more processor time
// than it should; the size of the program must not pass its aim at all.
//
//	make bench
//
// The Go benchmarks in the same folder time the function inside one process, for benchstat.
package main
