// Package read finds the logs of runs in files and folders and makes a report of them.
//
// [Paths] is its entry. It knows the folders that latchkey logs -o writes: a folder with a set.json is a run, and the
// files below it are <pod>/<container>.log. Files of other names and places are read too. Package parse reads
// their lines. Package report compares the runs.
package read
