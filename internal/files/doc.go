// Package files writes the output of a command below one folder, and nowhere else. All commands that write files use it.
//
// The folder may be shared, and names may come from a server. So a link that leads out of the folder is an error, a new
// file never takes the place of a file or link that somebody else has made, and [CheckName] refuses a name from a server
// that is a path.
//
// [Open] and [Replace] are its main entries. It does not know what the files mean.
package files
