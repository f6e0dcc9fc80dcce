// Command bench times Latchkey as whole processes beside an echo: a KRM function on the same SDK that parses its
// ResourceList, does nothing and prints it. It prints ratios, which depend less on the machine than seconds do. The goal
// stands beside each ratio. With -quick it fails when start-up takes more than twice the goal of processor time. It always
// fails when the program is too large.
//
//	make bench
//
// The Go benchmarks in the same folder time the function inside one process, for benchstat.
package main
