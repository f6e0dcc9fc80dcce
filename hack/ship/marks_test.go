package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMarks(t *testing.T) {
	t.Parallel()
	const source = `#!/bin/bash
# one.sh: what.
main() {
  begin
  # Why.
  # ships for: .pre or not LATCHKEY_MODE=batch
  if [ -f x ]; then pre; fi # a remark
  # ships for: LATCHKEY_A
  run "a" &
  more
}
# ships for: many hosts
hosts() { main; }
main
`
	const want = `main() {
  begin
  # ships for: .pre or not LATCHKEY_MODE=batch <
  if [ -f x ]; then pre; fi
  # end
  # ships for: LATCHKEY_A >
  run "a" &
  # end < >
  more
}
# ships for: many hosts
hosts() { main; }
# end >
main
`
	got, err := shell(source)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("#!/bin/bash\n"+want, "#!/bin/bash\n"+got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMarksNameFacts(t *testing.T) {
	t.Parallel()
	if _, err := shell("true\n# ships for: PIDS\ntrue\n"); err == nil || err.Error() != `line 2: "PIDS" is no fact` {
		t.Errorf("error %v", err)
	}
}
