package minicluster

import "testing"

// TestTopology compares with flux-framework/flux-core's reading of tbon.topo, src/modules/overlay/topology.c.
func TestTopology(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		text        string
		size        int
		valid, flat bool
	}{
		{"kary:0", 9, true, true},
		{"kary:1", 2, true, true},
		{"kary:1", 3, true, false},
		{"kary:8", 9, true, true},
		{"kary:8", 10, true, false},
		{"kary", 9, false, false},
		{"kary:", 9, false, false},
		{"kary:-1", 9, false, false},
		{"binomial", 2, true, true},
		{"binomial", 3, true, false},
		{"binomial:2", 3, false, false},
		{"custom", 9, true, true},
		{"custom:1", 9, false, false},
		{"mincrit", 1025, true, true},
		{"mincrit", 1026, true, false},
		{"mincrit:0", 9, true, true},
		{"mincrit:8", 9, true, true},
		{"mincrit:2", 9, true, false},
		{"ring", 9, false, false},
	} {
		shape, valid := parseTopology(row.text)
		if valid != row.valid {
			t.Errorf("%s is valid: %t, want %t", row.text, valid, row.valid)
		}
		if valid && shape.isFlat(row.size) != row.flat {
			t.Errorf("%s is flat with %d brokers: %t, want %t", row.text, row.size, !row.flat, row.flat)
		}
	}
}
