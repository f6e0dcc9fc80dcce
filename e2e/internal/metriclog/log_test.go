package metriclog

import "testing"

// TestMetricLog distinguishes right logs from those that a reader would misread. It needs no cluster.
func TestMetricLog(t *testing.T) {
	const (
		metadata = "METADATA START {\"pods\":1}\r\nMETADATA END\r\n"
		addon    = "ADDON METADATA START {\"pods\":1}\nADDON METADATA END\n"
	)
	for name, c := range map[string]struct {
		text string
		ok   bool
	}{
		"in order":                {metadata + addon + "hello\n" + collectionStart + Timepoint + "1\n" + Timepoint + "2\n" + collectionEnd + "bye\n", true},
		"no sample":               {metadata + collectionStart + collectionEnd, true},
		"no metadata":             {collectionStart + collectionEnd, false},
		"the addon first":         {addon + metadata + collectionStart + collectionEnd, false},
		"metadata twice":          {metadata + metadata + collectionStart + collectionEnd, false},
		"metadata without an end": {metadata + "METADATA START {}\n" + collectionStart + collectionEnd, false},
		"no JSON":                 {"METADATA START {pods}\nMETADATA END\n" + collectionStart + collectionEnd, false},
		"no end":                  {metadata + collectionStart + Timepoint, false},
		"two collections":         {metadata + collectionStart + collectionEnd + collectionStart + collectionEnd, false},
		"the end first":           {metadata + collectionEnd + collectionStart, false},
		"a text before the data":  {metadata + collectionStart + "hello\n" + Timepoint + collectionEnd, false},
		"a timepoint too late":    {metadata + collectionStart + collectionEnd + Timepoint, false},
	} {
		if _, err := Read(c.text); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
