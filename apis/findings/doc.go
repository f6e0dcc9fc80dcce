// Package findings collects what is wrong with an object that a user wrote.
//
// A [Findings] holds errors and warnings. Its methods add to them; those named after a rule judge a value and add what
// they find. Every message is whole: it says what is wrong and what to do.
package findings
