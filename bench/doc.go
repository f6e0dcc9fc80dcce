// Command bench times Latchkey as whole processes beside an echo: a KRM function on the same SDK that parses its
// ResourceList, does nothing and prints it. It prints ratios, which depend less on the machine than seconds do, and the
// aim beside each ratio. It fails when something takes far more processor time or memory than its aim, and when the
// program is larger than its aim. With -quick it makes a tenth of the runs, and none of 10,000 MiniClusters.
//
//	make bench
package main
