package minicluster

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadHostlist(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		text string
		want []string
		err  string
	}{
		{text: "a", want: []string{"a"}},
		{text: "a,b c\td", want: []string{"a", "b", "c", "d"}},
		{text: ",,a,,", want: []string{"a"}},
		{text: "a-[0-2,7]", want: []string{"a-0", "a-1", "a-2", "a-7"}},
		{text: "a[8-11]b.example.com", want: []string{"a8b.example.com", "a9b.example.com", "a10b.example.com", "a11b.example.com"}},
		{text: "a-[001-003]", want: []string{"a-001", "a-002", "a-003"}},
		{text: "a-[0-1],b-[2-3]", want: []string{"a-0", "a-1", "b-2", "b-3"}},
		{text: "", err: "it lists no host: name at least one"},
		{text: "a-[0--1]", err: `"a-[0--1]": "0--1" is not a range of hosts: write the first and the last number, for example 0-3`},
		{text: "a-[3-1]", err: `"a-[3-1]": "3-1" is not a range of hosts: write the first and the last number, for example 0-3`},
		{text: "a-[]", err: `"a-[]": "" is not a range of hosts: write the first and the last number, for example 0-3`},
		{text: "a-[99999999-100000000]", err: `"a-[99999999-100000000]": "99999999-100000000" is not a range of hosts: write the first and the last number, for example 0-3`},
		{text: "a-[0-3", err: `"a-[0-3": write one pair of brackets, for example node-[0-3]`},
		{text: "a-0-3]", err: `"a-0-3]": "a-0-3]" is not a host name: use letters, digits and "-", at most 63 between dots`},
		{text: "a[0-1]b[0-1]", err: `"a[0-1]b[0-1]": write one pair of brackets, for example node-[0-3]`},
		{text: "a_b", err: `"a_b": "a_b" is not a host name: use letters, digits and "-", at most 63 between dots`},
		{text: "a-[0-200000]", err: `"a-[0-200000]": there are more than 200000 hosts: list fewer`},
		{text: "a-[0-150000],b-[0-150000]", err: `"b-[0-150000]": there are more than 200000 hosts: list fewer`},
	} {
		got, err := readHostlist(row.text)
		if diff := cmp.Diff(row.err, errorText(err)); diff != "" {
			t.Errorf("%q: error (-want +got):\n%s", row.text, diff)
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%q: hosts (-want +got):\n%s", row.text, diff)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// FuzzReadHostlist wants a list that was read to be the same after it is written and read again.
func FuzzReadHostlist(f *testing.F) {
	for _, seed := range []string{"a-[0-2,7],b", "a[001-003]c", "[[", "]", "a-[0--1]", "a[0-1]b[0-1]", "%H-[0-3]", "a-[0-9999999999]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		hosts, err := readHostlist(text)
		if err != nil {
			return
		}
		again, err := readHostlist(strings.Join(hosts, ","))
		if err != nil {
			t.Fatalf("%q is read as %q, and that is not read: %v", text, hosts, err)
		}
		if diff := cmp.Diff(hosts, again); diff != "" {
			t.Errorf("%q (-first +second):\n%s", text, diff)
		}
	})
}
