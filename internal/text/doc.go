// Package text writes words for people: texts that a terminal shows and never obeys, numbers with their nouns, tables of
// columns, and commands to type.
//
// [Printable] is its main entry. It returns texts and prints none, and it knows no object.
package text
