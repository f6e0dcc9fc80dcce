package v1alpha2

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sound is a certificate with a key pair made for tests.
const sound = `# a comment
metadata
    name = "test"
    keygen.hostname = "lammps-0"
curve
    public-key = "}D{Y3<amLLl*TIt>@b*umPD-nBr#I}[PnV!lZBkW"
    secret-key = "5khD%TixeW<j<6ssPNG>s<nY1E}5)fyk@TI)g8Xu"
`

func TestCheckCertificate(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, old, changed, want string
	}{
		{name: "sound"},
		{name: "no name", old: `    name = "test"`, want: `it has no indented line name = "..."`},
		{name: "no quotes", old: `"test"`, changed: "test", want: `it has no indented line name = "..."`},
		{name: "no indentation", old: "    public", changed: "public", want: `it has no indented line public-key = "..."`},
		{name: "a short key", old: "}D{Y3", changed: "}D{Y", want: `it has no indented line public-key = "..."`},
		{name: "no secret key", old: "secret-key", changed: "key", want: `it has no indented line secret-key = "..."`},
	} {
		text := sound
		if row.old != "" {
			text = strings.Replace(sound, row.old, row.changed, 1)
		}
		if diff := cmp.Diff(row.want, messageOf(CheckCertificate(text))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

// The example of ZeroMQ RFC 32, and a pair of keys that flux accepts.
func TestNewCertificate(t *testing.T) {
	t.Parallel()
	secret, err := hex.DecodeString("8e0bdd697628b91d8f245587ee95c5b04d48963f79259877b49cd9063aead3b7")
	if err != nil {
		t.Fatal(err)
	}
	got, err := NewCertificate("lammps", secret)
	if err != nil {
		t.Fatal(err)
	}
	want := "metadata\n    name = \"lammps\"\n" +
		"curve\n    public-key = \"rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7\"\n    secret-key = \"JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6\"\n"
	if got != want {
		t.Errorf("certificate:\n%s\nwant:\n%s", got, want)
	}
	if err := CheckCertificate(got); err != nil {
		t.Errorf("it is refused: %v", err)
	}
	for _, name := range []string{"", "a b", "a\"b", "a\nb"} {
		if _, err := NewCertificate(name, secret); err == nil {
			t.Errorf("the name %q is accepted", name)
		}
	}
}

func messageOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
