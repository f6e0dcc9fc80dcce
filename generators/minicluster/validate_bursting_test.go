package minicluster_test

import (
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

func TestValidateBursting(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "a root",
			change: bursting(Bursting{Clusters: []BurstedCluster{{}, {Name: "cloud", Size: 8}}}),
			warnings: problems(
				text("spec.flux.bursting", `the Secret "lammps-curve" must hold the same curve.cert in every cluster: make it once with "latchkey keygen lammps-curve -n hpc > key.yaml" and apply this file to each, or name another with the option curveSecret`),
			),
		},
		{
			name:   "a root with a named Secret",
			change: bursting(Bursting{Clusters: []BurstedCluster{{}}}),
			opts:   latchkey.Options{CurveSecret: "shared"},
		},
		{
			name:   "a root with a key of its own cluster",
			change: bursting(Bursting{Clusters: []BurstedCluster{{}}}),
			opts:   latchkey.Options{Curve: latchkey.CurveCluster},
			errs: problems(
				text("spec.flux.bursting", "sets in other clusters need the same key, and curve: Cluster makes a key for this cluster only: use curve: Secret, or flux.curveCert"),
			),
		},
		{
			name:   "hosts and clusters",
			change: bursting(Bursting{Hostlist: "lammps-m-0-[0-3],b", Clusters: []BurstedCluster{{}}}),
			opts:   shared,
			errs: problems(
				invalid("spec.flux.bursting.hostlist", "lammps-m-0-[0-3],b", "clusters say the same: leave hostlist or clusters out"),
			),
		},
		{
			name:   "wrong clusters",
			change: bursting(Bursting{Clusters: []BurstedCluster{{Name: "A", Size: -1}, {Name: "b"}, {Name: "b"}, {Name: "lammps"}}}),
			opts:   shared,
			errs: problems(
				invalid("spec.flux.bursting.clusters[0].name", "A", `"A" is not allowed here: use at most 63 lower-case letters, digits and "-", no "-" at either end`),
				invalid("spec.flux.bursting.clusters[0].size", int32(-1), "-1 is too small: use 1 or more (number of pods of the cluster that joins)"),
				duplicate("spec.flux.bursting.clusters[2].name", "b", `"b" is the name of another cluster (spec.flux.bursting.clusters[1].name) already: choose another`),
				duplicate("spec.flux.bursting.clusters[3].name", "lammps", `"lammps" is the name of this set (metadata.name) already: choose another`),
			),
		},
		{
			name:   "a hostlist that is none",
			change: bursting(Bursting{Hostlist: "lammps-[0--1]"}),
			opts:   shared,
			errs: problems(
				invalid("spec.flux.bursting.hostlist", "lammps-[0--1]", `"lammps-[0--1]": "0--1" is not a range of hosts: write the first and the last number, for example 0-3`),
			),
		},
		{
			name:   "old hosts",
			change: bursting(Bursting{Hostlist: "lammps-[0-3],cloud-[001-003]"}),
			opts:   shared,
			errs: problems(
				invalid("spec.flux.bursting.hostlist", "lammps-[0-3],cloud-[001-003]", `the pod "lammps-m-0-0" is not in it: name the pods of this set "lammps-m-0-[0-3]"`),
			),
		},
		{
			name:   "old hosts of a Job",
			change: bursting(Bursting{Hostlist: "lammps-[0-3],cloud-[001-003]"}),
			opts:   latchkey.Options{CurveSecret: "shared", Workload: latchkey.WorkloadJob},
		},
		{
			name:   "another host first",
			change: bursting(Bursting{Hostlist: "cloud,lammps-m-0-[0-3]"}),
			opts:   shared,
			errs: problems(
				invalid("spec.flux.bursting.hostlist", "cloud,lammps-m-0-[0-3]", `it begins with "cloud", and the first host leads: begin with "lammps-m-0-0"`),
			),
		},
		{
			name:   "a host twice",
			change: bursting(Bursting{Hostlist: "lammps-m-0-[0-3],lammps-m-0-1"}),
			opts:   shared,
			errs: problems(
				invalid("spec.flux.bursting.hostlist", "lammps-m-0-[0-3],lammps-m-0-1", `"lammps-m-0-1" is listed twice: list every host once`),
			),
		},
		{
			name:   "a child",
			change: bursting(Bursting{LeadBroker: lead, Clusters: []BurstedCluster{{Name: "lammps"}}}),
			opts:   shared,
		},
		{
			name:   "a child that is not listed",
			change: bursting(Bursting{LeadBroker: lead, Clusters: []BurstedCluster{{}}}),
			opts:   shared,
			errs: problems(
				invalid("spec.flux.bursting.clusters", 1, `this set joins another and is not among the clusters: list one with the name "lammps" and the size 4, at the place that all others list it`),
			),
		},
		{
			name:   "a child of another size",
			change: bursting(Bursting{LeadBroker: lead, Clusters: []BurstedCluster{{Name: "lammps", Size: 2}}}),
			opts:   shared,
			errs: problems(
				invalid("spec.flux.bursting.clusters[0].size", int32(2), "2 is not the number of hosts of this set, which is 4: use the same in both places"),
			),
		},
		{
			name:   "a child with hosts",
			change: bursting(Bursting{LeadBroker: lead, Hostlist: "lead.example.com,root-m-0-1,lammps-m-0-[0-3]"}),
			opts:   shared,
		},
		{
			name:   "a child with hosts and another lead",
			change: bursting(Bursting{LeadBroker: lead, Hostlist: "root-m-0-[0-1],lammps-m-0-[0-3]"}),
			opts:   shared,
			errs: problems(
				invalid("spec.flux.bursting.hostlist", "root-m-0-[0-1],lammps-m-0-[0-3]", `the first host leads, and that is leadBroker.address: begin with "lead.example.com,"`),
			),
		},
	})
}
