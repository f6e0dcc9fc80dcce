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
		XMLName xml.Name `xml:"testsuites"`
		junitCounts
		Suite junitSuite
	}
	junitSuite struct {
		XMLName xml.Name `xml:"testsuite"`
		Name    string   `xml:"name,attr"`
		junitCounts
		Cases []junitCase `xml:"testcase"`
	}
	junitCounts struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
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
	c, suite, times := r.Comparison, junitSuite{Name: r.Comparison.Study.Name}, map[string]int{}
	add := func(name string, verdict Verdict, said string) {
		one, said := junitCase{Class: suite.Name, Name: text.Printable(name)}, text.Printable(said)
		// Of several cases of one name, a CI system shows one.
		if times[one.Name]++; times[one.Name] > 1 {
			one.Name += fmt.Sprintf(" #%d", times[one.Name])
		}
		switch verdict {
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
		suite.Tests++
	}
	for _, j := range c.Judgements {
		add(j.Figure+", "+j.Cell, j.Verdict, j.Text())
	}
	lacking := c.Missing
	for _, cell := range c.Study.Cells {
		verdict, said := Inside, ""
		if len(lacking) > 0 && lacking[0].Planned.String() == cell.String() { // both are in the order of the study
			verdict, said, lacking = Lacking, lacking[0].String(), lacking[1:]
		}
		add("runs, "+cell.String(), verdict, said)
	}
	for _, f := range c.uneven() {
		add(f.What, Lacking, f.What)
	}
	// Strings and numbers can be encoded.
	data, _ := xml.MarshalIndent(junitSuites{junitCounts: suite.junitCounts, Suite: suite}, "", "  ")
	_, err := fmt.Fprintf(w, "%s%s\n", xml.Header, data)
	return err
}
