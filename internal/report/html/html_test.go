package html_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/html"
	"github.com/latchkey-dev/latchkey/internal/testing/reporttest"
)

// write returns the page of a report.
func write(t testing.TB, r *report.Report) string {
	t.Helper()
	var out bytes.Buffer
	if r.Comparison == nil {
		if err := report.Compare(r, report.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := html.Write(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var (
	scriptElement = regexp.MustCompile(`(?s)<script( [^>]*)?>(.*?)</script>`)
	styleElement  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	policyContent = regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`)
	reference     = regexp.MustCompile(`(?i)\s(?:src|href|action|srcset|poster|background)\s*=\s*["']?([^"'\s>]*)`)
)

// The policy allows the page's own scripts and style by their hashes, and nothing else.
func TestPolicyHasTheHashesOfThePage(t *testing.T) {
	t.Parallel()
	page := write(t, reporttest.TwoPods())
	match := policyContent.FindStringSubmatch(page)
	if match == nil {
		t.Fatal("the page has no policy")
	}
	policy := strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(match[1])
	if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy allows too much: %s", policy)
	}
	scripts := 0
	for _, element := range scriptElement.FindAllStringSubmatch(page, -1) {
		if strings.Contains(element[1], "application/json") {
			continue
		}
		scripts++
		if !strings.Contains(policy, hash(element[2])) {
			t.Errorf("the policy does not allow the script %.60q", element[2])
		}
	}
	style := styleElement.FindStringSubmatch(page)
	if scripts != 2 || style == nil || !strings.Contains(policy, hash(style[1])) {
		t.Errorf("%d scripts; the policy allows the style: %t", scripts, style != nil && strings.Contains(policy, hash(style[1])))
	}
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func TestThePageRefersToItselfOnly(t *testing.T) {
	t.Parallel()
	page := write(t, reporttest.Study())
	head, _, _ := strings.Cut(page, `<script type="application/json"`)
	found := reference.FindAllStringSubmatch(styleElement.ReplaceAllString(head, ""), -1)
	if len(found) < 5 {
		t.Fatalf("only %d links are found: the test looks at the wrong place", len(found))
	}
	for _, match := range found {
		if !strings.HasPrefix(match[1], "#") || !strings.Contains(page, `id="`+match[1][1:]+`"`) {
			t.Errorf("%s refers to something that the page does not have", match[0])
		}
	}
	if style := styleElement.FindString(page); strings.Contains(style, "url(") || strings.Contains(style, "@import") {
		t.Error("the style asks for a file")
	}
	if !strings.Contains(page, "The MIT License (MIT)\n\nCopyright (c)") || !strings.Contains(page, "uPlot 1.6.32") {
		t.Error("the page does not name the licence of uPlot")
	}
}

// hostile ends every kind of text that a page has.
const hostile = `</script></style></title>--><img src=x onerror=alert(1)>"'` + "`${alert(1)}\u2028\u202e\u009b\x7f"

func TestTextsOfUsersAreHarmless(t *testing.T) {
	t.Parallel()
	page := write(t, reporttest.Renamed(reporttest.Study(), hostile))
	for _, bad := range []string{"<img", "</script></style>", "--><", "onerror=alert(1)>\"", "\u2028", "\u202e", "\u009b", "\x7f"} {
		if at := strings.Index(page, bad); at >= 0 {
			t.Errorf("%q is in the page: ...%.200s", bad, page[max(0, at-100):])
		}
	}
	var data struct {
		Sections []struct {
			Lines []struct {
				Name string `json:"w"`
			} `json:"lines"`
		} `json:"sections"`
	}
	readData(t, page, "page", &data)
	if name := data.Sections[0].Lines[0].Name; !strings.Contains(name, hostile) {
		t.Errorf("the name came out as %q", name)
	}
}

// readData reads the JSON of one element of the page.
func readData(t *testing.T, page, id string, into any) {
	t.Helper()
	_, rest, found := strings.Cut(page, `<script type="application/json" id="data-`+id+`">`)
	text, _, ended := strings.Cut(rest, "</script>")
	if !found || !ended {
		t.Fatalf("the page has no data %q", id)
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("data %q: %v", id, err)
	}
}

func TestSameReportSamePage(t *testing.T) {
	t.Parallel()
	first := write(t, reporttest.Study())
	for range 3 {
		if write(t, reporttest.Study()) != first {
			t.Fatal("the same report made another page")
		}
	}
}

// TestWhatIsMissing wants the data of a page to be readable if something is missing in the report.
func TestWhatIsMissing(t *testing.T) {
	t.Parallel()
	kind := &report.Kind{Name: "x", Title: "x"}
	field := &report.Field{Name: "f", Log: true}
	nan := report.Unknown
	series := func(times, values []float64) *report.Report {
		return one(report.Result{Kind: kind, Series: []report.Series{{Times: times, Columns: []report.Column{{Field: field, Values: values}}}}})
	}
	curve := func(xs, ys []float64) *report.Report {
		return one(report.Result{Kind: kind, Curves: []report.Curve{{X: report.Column{Field: field, Values: xs}, Y: report.Column{Field: field, Values: ys}}}})
	}
	for name, r := range map[string]*report.Report{
		"nothing":        {},
		"a problem":      {Problems: []report.Problem{{File: "a.log", What: "cut"}}},
		"a run":          {Runs: []report.Run{{Name: "a"}}},
		"no samples":     series(nil, nil),
		"no values":      series([]float64{1, 2}, []float64{nan, nan}),
		"one sample":     series([]float64{1}, []float64{5}),
		"same times":     series([]float64{1, 1, 1}, []float64{5, 6, 7}),
		"infinity":       series([]float64{1, 2}, []float64{5, math.Inf(1)}),
		"a large value":  series([]float64{1, 2}, []float64{-math.MaxFloat64, math.MaxFloat64}),
		"a small change": series([]float64{1, 2}, []float64{1e15, 1e15 + 1}),
		"empty curve":    curve(nil, nil),
		"zeros":          curve([]float64{0, 0}, []float64{0, -1}),
		"unknown":        curve([]float64{nan, 1}, []float64{1, nan}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := write(t, r)
			var data any
			for _, element := range scriptElement.FindAllStringSubmatch(page, -1) {
				if strings.Contains(element[1], "json") {
					if err := json.Unmarshal([]byte(element[2]), &data); err != nil {
						t.Errorf("%s: %v", element[1], err)
					}
				}
			}
			if strings.Contains(scriptElement.ReplaceAllString(page, ""), "NaN") {
				t.Error("the page says NaN")
			}
		})
	}
}

// A number that names something, such as a processor, has neither a picture nor a row.
func TestNamesHaveNoFigure(t *testing.T) {
	t.Parallel()
	series := func(names bool) *report.Report {
		return one(report.Result{Kind: &report.Kind{Name: "x"}, Series: []report.Series{{
			Times: []float64{1, 2}, Columns: []report.Column{{Field: &report.Field{Name: "cpu", Title: "processor", Names: names}, Values: []float64{3, 7}}},
		}}})
	}
	if page := write(t, series(false)); !strings.Contains(page, "processor") {
		t.Error("a measure has no figure: the test looks at the wrong place")
	}
	if page := write(t, series(true)); strings.Contains(page, "processor<") || strings.Contains(page, `"processor"`) {
		t.Error("the processor has a figure or a row")
	}
}

// Values that are all equal have no boxes.
func TestEqualValuesHaveNoBoxes(t *testing.T) {
	t.Parallel()
	r := measured(map[string][]float64{"": {2, 4}})
	if page := write(t, r); !strings.Contains(page, `<section id="cells">`) {
		t.Error("values that differ have no boxes")
	}
	if page := write(t, &report.Report{Runs: []report.Run{r.Runs[0], r.Runs[0]}}); strings.Contains(page, `<section id="cells">`) {
		t.Error("equal values have boxes")
	}
}

// one is a report of one result.
func one(result report.Result) *report.Report {
	source := report.Source{File: "a.log", Index: -1, Results: []report.Result{result}}
	return &report.Report{Runs: []report.Run{{Name: "a", Sources: []report.Source{source}}}}
}

// The highest sample of all is in the picture, though most samples are left out.
func TestThinnedLinesKeepThePeak(t *testing.T) {
	t.Parallel()
	r := reporttest.ManyPods(300)
	values := r.Runs[0].Sources[123].Results[0].Series[2].Columns[0].Values
	values[57] = 4321.5
	var data struct {
		Lines []struct {
			Y []float64 `json:"y"`
		} `json:"lines"`
		Bands []struct{ Max []float64 } `json:"bands"`
	}
	page := write(t, r)
	id := regexp.MustCompile(`<figure id="(f\d+)"[^>]*data-name="user`).FindStringSubmatch(page)
	readData(t, page, id[1], &data)
	points, peaks := 0, 0
	for _, line := range data.Lines {
		points += len(line.Y)
		for _, y := range line.Y {
			if y == 4321.5 {
				peaks++
			}
		}
	}
	if all := 300 * 4 * 120; points > all/2 || peaks != 1 {
		t.Errorf("the lines have %d points of %d samples, and the peak %d times", points, all, peaks)
	}
	high := math.Inf(-1)
	for _, value := range data.Bands[0].Max {
		high = max(high, value)
	}
	if high != 4321.5 {
		t.Errorf("the shaded area ends at %g", high)
	}
	if !strings.Contains(page, "to 4322 %; ") {
		t.Error("the caption does not say the peak")
	}
}

// A million samples of a thousand pods make a small page in short time.
func TestAMillionSamples(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	r := &report.Report{Runs: []report.Run{reporttest.Processes("big", 1000, 1, 125)}} // of eight quantities
	began := time.Now()
	page := write(t, r)
	took := time.Since(began)
	t.Logf("the page of a million values has %d KiB and took %s", len(page)/1024, took.Round(time.Millisecond))
	if most := 8 << 20; len(page) > most {
		t.Errorf("the page has %d bytes, more than %d", len(page), most)
	}
}

func ExampleWrite() {
	var page bytes.Buffer
	r := reporttest.TwoPods()
	if err := errors.Join(report.Compare(r, report.Options{}), html.Write(&page, r)); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Count(page.String(), "<figure "), "figures")
	// Output: 10 figures
}

// TestQuantityOfFewLines has many lines, of which few have the second quantity: its picture shows them as an area.
func TestQuantityOfFewLines(t *testing.T) {
	t.Parallel()
	result := report.Result{Kind: &report.Kind{Name: "k"}}
	for i := range 20 {
		series := report.Series{Process: report.Process{Name: "c", ID: i + 1}, Times: report.Numbers{1, 2}}
		series.Columns = append(series.Columns, report.Column{Field: &report.Field{Name: "opens", Title: "opens"}, Values: report.Numbers{float64(i), float64(i)}})
		if i == 5 || i == 6 {
			series.Columns = append(series.Columns, report.Column{Field: &report.Field{Name: "sent", Title: "sent"}, Values: report.Numbers{float64(i), float64(i)}})
		}
		result.Series = append(result.Series, series)
	}
	page := write(t, one(result))
	var data struct {
		Bands []struct{ Max []float64 } `json:"bands"`
	}
	id := regexp.MustCompile(`<figure id="(f\d+)"[^>]*data-name="sent`).FindStringSubmatch(page)
	readData(t, page, id[1], &data)
	if len(data.Bands) != 1 || slices.Max(data.Bands[0].Max) != 6 {
		t.Errorf("the areas of the few lines are %v", data.Bands)
	}
}

// TestCommandsAreNotPooled wants a picture of each quantity for each command where many lines are summed up: the area of the application holds
// nothing of a thread of Flux, which comes after it. Commands for which there is no room are named.
func TestCommandsAreNotPooled(t *testing.T) {
	t.Parallel()
	field := &report.Field{Name: "sent", Title: "sent"}
	r := &report.Report{Runs: []report.Run{{Name: "a"}}}
	for pod := range 9 {
		result := report.Result{Kind: &report.Kind{Name: "k"}}
		for i, process := range []report.Process{{Name: "ZMQbg/IO/0", Rank: 1}, {Name: "lmp"}, {Name: "c3"}, {Name: "c4"}, {Name: "c5"}, {Name: "c6"}, {Name: "c7"}, {Name: "c8"}, {Name: "c9"}} {
			values := report.Numbers{float64(10 * i), float64(10*i + pod)}
			result.Series = append(result.Series, report.Series{Process: process, Times: report.Numbers{1, 2}, Columns: []report.Column{{Field: field, Values: values}}})
		}
		r.Runs[0].Sources = append(r.Runs[0].Sources, report.Source{Pod: fmt.Sprint("p", pod), Results: []report.Result{result}})
	}
	page := write(t, r)
	var data struct {
		Lines []struct{}
		Bands []struct{ Min, Max []float64 }
	}
	figureOf(t, page, "lmp, sent", &data)
	if band := data.Bands[0]; len(data.Lines) != 9 || slices.Min(band.Min) != 10 || slices.Max(band.Max) != 18 {
		t.Errorf("%d lines with the areas %v", len(data.Lines), data.Bands)
	}
	if strings.Contains(page, "ZMQbg/IO/0, sent") || !strings.Contains(page, "Without pictures, for there are so many: ZMQbg/IO/0.") {
		t.Error("the ninth command, which is one of Flux, has a picture or no word")
	}
}

// TestUnitOfPhases wants the table of the phases to say its unit.
func TestUnitOfPhases(t *testing.T) {
	t.Parallel()
	page := write(t, reporttest.Study())
	if _, phases, _ := strings.Cut(page, `<section id="phases">`); !strings.Contains(phases, "<p>Phases in s, mean of the runs.</p>") {
		t.Error("the table of the phases has no unit")
	}
}
