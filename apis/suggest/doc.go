// Package suggest finds the word that a user probably meant by an unknown word.
//
// Every part of Latchkey that refuses a name uses it, so that all messages end in the same words. Its main entry is
// Remedy.
package suggest
