// Package text writes words for people: strings that a terminal shows and never obeys, numbers with their nouns, tables of
// columns, and commands to type.
//
// [Printable] is its main entry. It returns strings and prints none, and it knows no object.
package text
