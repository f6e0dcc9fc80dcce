package minicluster_test

import (
	"os"
	"strings"
	"testing"
)

// newView makes a pod with an image that has the folders of the public flux views.
func newView(t *testing.T) *pod {
	t.Helper()
	p := newPod(t, nil).with("LATCHKEY_VIEW=true")
	p.with("LATCHKEY_OPT=" + p.Path("opt"))
	p.Mkdir("opt/views/._view/hash/bin")
	p.Mkdir("opt/views/._view/hash/etc")
	p.Mkdir("opt/software/flux-core/bin")
	p.Write("opt/software/flux-core/bin/flux", "#!/bin/sh\n")
	p.symlink("/opt/software/flux-core/bin/flux", "opt/views/._view/hash/bin/flux")
	return p
}

func (p *pod) symlink(to, name string) {
	p.T.Helper()
	if err := os.Symlink(to, p.Path(name)); err != nil {
		p.T.Fatal(err)
	}
}

func (p *pod) initialize() int {
	p.T.Helper()
	return p.Run("bash", p.Path("files/flux-init.sh"))
}

func TestInitCopiesTheView(t *testing.T) {
	t.Parallel()
	p := newView(t)
	for _, layout := range []string{"views only", "a link at /opt/view, and an older view"} {
		if layout != "views only" {
			p.Mkdir("opt/views/._view/elder/bin")
			p.symlink("/nowhere", "opt/views/._view/elder/bin/flux")
			p.symlink(p.Path("opt/views/._view/hash"), "opt/view")
			p.remove("mnt")
			p.Mkdir("mnt/software") // the kubelet may have made it, for a subPath
		}
		if status := p.initialize(); status != 0 {
			t.Fatalf("%s: status is %d\n%s", layout, status, p.Stderr.String())
		}
		if to, err := os.Readlink(p.Path("mnt/view/bin/flux")); to != "/opt/software/flux-core/bin/flux" {
			t.Errorf("%s: the view's flux leads to %q, %v", layout, to, err)
		}
		if info, err := os.Stat(p.Path("mnt/software/flux-core/bin/flux")); err != nil || info.Mode().Perm() != 0o755 {
			t.Errorf("%s: the software: %v, %v", layout, info, err)
		}
		if !p.Exists("mnt/flux-operator-done.txt") {
			t.Errorf("%s: no flux-operator-done.txt", layout)
		}
	}
}

func (p *pod) remove(name string) {
	p.T.Helper()
	if err := os.RemoveAll(p.Path(name)); err != nil {
		p.T.Fatal(err)
	}
}

// An init container may run again in the same pod.
func TestInitRunsAgain(t *testing.T) {
	t.Parallel()
	p := newView(t)
	p.Mkdir("mnt/software.part") // a first run that was cut off
	p.Write("mnt/software.part/rest", "")
	p.initialize()
	p.Write("mnt/software/mark", "")
	if status := p.initialize(); status != 0 {
		t.Fatalf("status is %d\n%s", status, p.Stderr.String())
	}
	if !p.Exists("mnt/software/mark") {
		t.Error("the software is copied twice")
	}
	for _, name := range []string{"mnt/software.part", "mnt/view.part", "mnt/software/rest", "mnt/view/hash"} {
		if p.Exists(name) {
			t.Errorf("there is %s", name)
		}
	}
}

func TestInitWithoutView(t *testing.T) {
	t.Parallel()
	p := newPod(t, nil)
	p.with("LATCHKEY_OPT=" + p.Path("opt"))
	if status := p.initialize(); status != 0 || !p.Exists("mnt/software") || !p.Exists("mnt/flux-operator-done.txt") {
		t.Errorf("status is %d\n%s", status, p.Stderr.String())
	}
	p.with("LATCHKEY_VIEW=true")
	p.Mkdir("opt/view/bin") // a view that needs no other folder
	p.Write("opt/view/bin/flux", "#!/bin/sh\n")
	if status := p.initialize(); status != 0 || !p.Exists("mnt/view/bin/flux") {
		t.Errorf("a view by itself: status is %d\n%s", status, p.Stderr.String())
	}
	p.remove("opt/view")
	if status := p.initialize(); status != 1 || !strings.Contains(p.Stderr.String(), "flux.container.image") {
		t.Errorf("an image without a view: status is %d\n%s", status, p.Stderr.String())
	}
}
