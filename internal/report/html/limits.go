package html

// Limits of the page. What has no place in it is in the other forms of the report.
const (
	mostAnswers    = 12      // figures of merit with a table or with pictures
	mostProblems   = 200     // in the list
	maxRows        = 50_000  // of the table of all values
	mostLines      = 8       // of a picture: there are as many colours and marks
	mostParts      = 16      // pictures of one view
	mostRows       = 40      // of a picture
	mostHistograms = 6       // of a quantity
	mostCommands   = 8       // of one kind of record, with a section each
	maxColors      = 6       // groups of runs with a colour each; more are one group
	manyLines      = 8       // of a section; the pictures of more show bands
	bandSteps      = 240     // moments of a band
	maxPoints      = 250_000 // of all lines over time, about
	leastPoints    = 16      // of a line over time
	mostPoints     = 1000    // of a line
)
