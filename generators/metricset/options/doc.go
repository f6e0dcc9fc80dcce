// Package options describes the options of metrics and addons by schemas, which judge them, and reads them into structs.
//
// A struct has one field for each option. Tags say the rest:
//
//	type fioOptions struct {
//		Blocksize string `option:"blocksize" help:"block size"`
//		Iodepth   int    `option:"iodepth" min:"1" help:"I/O units in flight"`
//	}
//
// The type of a field decides where users write the option: string, int and bool belong to options, []string to
// listOptions, map[string]string to mapOptions. The fields of embedded structs are options too. The tags are
//
//	option    name of the option
//	help      its meaning, in a few words
//	alias     other names, separated by commas; they give a warning
//	required  "true" if there must be a value
//	values    the allowed words, separated by commas
//	min       the smallest number
//	max       the largest number
//	meta      "-": not in the metadata line; or a second name there, beside the option's own
//
// [Decode] is the main entry. It leaves types, words and bounds to apis/schema. [Describe] and [Metadata] read the same tags.
package options
