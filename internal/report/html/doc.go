// Package html writes a report as one web page that needs nothing else: no network, no other file, no server.
//
// [Write] turns the report into sections and figures, thins the measurements, and writes the page
// with its style, its scripts, the charting library uPlot, and the data. docs/report.md documents the page and how
// measurements are thinned.
//
// The same report makes the same page. The package compares no runs: [report.Compare] has done so before.
package html
