// Package catalogue holds what "explain" tells of the things that objects of a kind choose by name.
//
// A kind has a [Catalogue] for each list of such things: a MetricSet has one of its metrics and one of its addons.
package catalogue

// A Catalogue is a list of things to choose from.
type Catalogue struct {
	// Name is what one of them is called, for example "metric": "explain metric NAME" tells of one, and "explain metrics"
	// lists all. Does is the head of the summaries, for example "measures".
	Name, Does string
	// Entries returns all of them, sorted by name.
	Entries func() []Entry
}

// An Entry is one thing to choose.
type Entry struct {
	// Name to choose it by, the family it belongs to, and what it does in a line.
	Name, Family, Summary string
	// Facts are further facts about the entry, in the order in which they are shown. One without a value is left out.
	Facts []Fact
	// Options are what objects may give it, in the order in which they are shown. Options of one list stand together.
	Options []Option
	// Example is an object that chooses it, in the form in which a user would write it.
	Example any
}

// A Fact is a word and what it stands for here, for example "image" and the name of the image.
type Fact struct{ Name, Value string }

// An Option is one option of an entry.
type Option struct {
	// List is the field that holds the option, for example "options".
	List string
	// Name of the option; its type in words, for example "integer"; and what it means, with its default.
	Name, Type, Meaning string
}
