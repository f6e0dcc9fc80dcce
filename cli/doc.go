// Package cli is flags, files, terminal output and exit codes around package fn, which does the work.
//
// The main entry is [Command.Main]. Manifests go to standard output and findings to standard error. If the input has an
// error, nothing goes to standard output and no file is written.
package cli
