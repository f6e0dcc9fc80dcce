// Command bench times Latchkey as whole processes beside an echo: a KRM function on the same SDK that parses its
// ResourceList, does nothing and prints it. It prints ratios, which depend less on the machine than seconds do, and the
// aim beside each ratio. With -quick it makes a tenth of the runs, and fails when something takes far more processor time
// or memory than its aim. It always fails when the program is larger than its aim, or when a page of the command report
// needs more than its aims.
//
//	make bench
package main
