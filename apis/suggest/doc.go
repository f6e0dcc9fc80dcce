// Package suggest finds what a user probably meant by a word that is not known.
//
// Every part of Latchkey that refuses a name uses it, so that all messages end in the same words.
// Its main entry is Remedy.
package suggest
