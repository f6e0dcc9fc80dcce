package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// The form of JUnit, as CI systems read it.
type (
	junitSuites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Suite    junitSuite
	}
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitProblem `xml:"failure"`
		Error   *junitProblem `xml:"error"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
	}
)

// WriteJUnit writes a test case for each figure of each cell with a reference, and one for the runs of each cell. What is
// outside has failed. What is missing is an error.
func WriteJUnit(w io.Writer, r *Report) error {
	c := r.Comparison
	suite, times := junitSuite{Name: c.Study.Name}, map[string]int{}
	for _, j := range c.Judgements {
		one, said := junitCase{Class: c.Study.Name, Name: text.Printable(j.Figure + ", " + j.Cell)}, text.Printable(j.Text())
		// Of several cases of one name, a CI system shows one.
		if times[one.Name]++; times[one.Name] > 1 {
			one.Name += fmt.Sprintf(" #%d", times[one.Name])
		}
		switch j.Verdict {
		case Outside:
			one.Failure = &junitProblem{said}
			suite.Failures++
		case Lacking:
			one.Error = &junitProblem{said}
			suite.Errors++
		default:
			one.Out = said
		}
		suite.Cases = append(suite.Cases, one)
	}
	lacking := c.Missing
	for _, cell := range c.Study.Cells {
		one := junitCase{Class: c.Study.Name, Name: text.Printable("runs, " + cell.String())}
		if len(lacking) > 0 && lacking[0].Planned.String() == cell.String() { // both are in the order of the study
			one.Error, lacking = &junitProblem{text.Printable(lacking[0].String())}, lacking[1:]
			suite.Errors++
		}
		suite.Cases = append(suite.Cases, one)
	}
	for _, f := range c.uneven() {
		suite.Cases = append(suite.Cases, junitCase{Class: c.Study.Name, Name: text.Printable(f.What), Error: &junitProblem{text.Printable(f.What)}})
		suite.Errors++
	}
	suite.Tests = len(suite.Cases)
	// Texts and numbers can be encoded.
	data, _ := xml.MarshalIndent(junitSuites{Tests: suite.Tests, Failures: suite.Failures, Errors: suite.Errors, Suite: suite}, "", "  ")
	_, err := fmt.Fprintf(w, "%s%s\n", xml.Header, data)
	return err
}
