// Package scripts holds the scripts of a generator as they ship: whole files without their comments. The generator chooses
// the files of a set by what its containers are.
package scripts
