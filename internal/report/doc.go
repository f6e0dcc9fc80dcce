// Package report holds what runs of sets measured, compares several runs, and writes the result as text.
//
// A [Report] has runs, a run has sources (the logs of containers), and a source has results: what one program printed. A
// result has single values, series over time, curves over another quantity, and tables. Each number has a [Field], which
// names it and says its unit.
//
// Package read makes a Report from files. It uses the parsers of package parse. Package html writes a page.
//
// [Compare] is its main entry. This package opens no file and imports none of these packages.
package report
