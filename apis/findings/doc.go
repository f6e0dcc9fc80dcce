// Package findings collects the problems of an object that a user wrote.
//
// A [Findings] contains errors and warnings, and its methods add to them. A method with the name of a rule judges a
// value and adds what it finds. Every message is complete: it says what is wrong and what to do.
package findings
