// Package options reads the options of metrics and addons into typed structs, strictly, and describes them.
//
// A struct has one field an option, and tags say the rest:
//
//	type fioOptions struct {
//		Blocksize string `option:"blocksize" help:"block size"`
//		Iodepth   int    `option:"iodepth" min:"1" help:"I/O units in flight"`
//	}
//
// The type says where the option stands and what it takes: string, int and bool in options, []string in listOptions,
// map[string]string in mapOptions. Embedded structs are options like the others. The tags are
//
//	option    name of the option
//	help      its meaning, in a few words
//	alias     other names that are taken with a warning, separated by commas
//	required  "true" where there has to be a value
//	runs      "true" for text that a shell runs: there has to be a command in it
//	values    the allowed words, separated by commas
//	min       the least number
//	meta      "-": not in the metadata line; or another name there, beside the option's own
//
// [Decode] is the main entry; [Describe] and [Metadata] read the same tags.
package options
