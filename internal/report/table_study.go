package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// WriteJudgements writes a line for each judgement and each cell with missing runs, and a line that counts them.
func WriteJudgements(w io.Writer, r *Report) error {
	p := &printer{w: w}
	for _, j := range r.Comparison.Judgements {
		p.print("%-8s %s", j.Verdict, j.Text())
	}
	for _, m := range r.Comparison.Missing {
		p.print("%-8s %s: %s", Lacking, m.Planned, m)
	}
	p.print("%s", r.Comparison.Summary())
	return p.err
}

// Text words a judgement: "lammps.loop_time, nodes=1: 139.1 s (5 runs); reference 138.2, allowed 124.4 to 145.1".
func (j Judgement) Text() string {
	found := "no run has it"
	if j.Verdict != Lacking {
		found = fmt.Sprintf("%s (%s)", strings.TrimSpace(Short(j.Value)+" "+j.Unit), text.Count(j.N, "run"))
	}
	return fmt.Sprintf("%s, %s: %s; reference %s, allowed %s", j.Figure, j.Cell, found, Short(j.Reference.Value), j.Allowed())
}

// judgements prints what a study expects of its figures, and which runs it lacks.
func (p *printer) judgements(c *Comparison) {
	g := &grid{words: 3}
	g.add("VERDICT", "FIGURE", "CELL", "N", "MEAN", "REFERENCE", "ALLOWED")
	for _, j := range c.Judgements {
		g.add(string(j.Verdict), j.Figure, j.Cell, fmt.Sprint(j.N), Short(j.Value), Short(j.Reference.Value), j.Allowed())
	}
	if len(g.rows) > 1 {
		p.title("What %s expects; --check judges by it", c.Study.Name)
		p.write(g)
	}
	if len(c.Missing) > 0 {
		p.title("Missing runs")
		for _, m := range c.Missing {
			p.print("  %s: %s", m.Planned, m)
		}
	}
}

// aside lists the runs that are not compared because of the study.
func (p *printer) aside(r *Report) {
	g := &grid{words: 2}
	g.add("RUN", "REASON")
	for _, a := range r.Comparison.Aside {
		g.add(r.Runs[a.Run].Name, a.Reason)
	}
	if len(g.rows) > 1 {
		p.title("Runs that do not count in %s", r.Comparison.Study.Name)
		p.write(g)
	}
}
