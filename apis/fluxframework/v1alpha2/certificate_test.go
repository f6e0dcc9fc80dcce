package v1alpha2

import (
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
		{name: "no name", old: `    name = "test"`, want: "it has no name in the section metadata"},
		{name: "no section", old: "curve\n", changed: "keys\n", want: `line 5: expected "metadata", "curve", or an indented key = "value"`},
		{name: "no quotes", old: `"test"`, changed: "test", want: `line 3: expected key = "value"`},
		{name: "no indentation", old: "    public", changed: "public", want: `line 6: expected "metadata", "curve", or an indented key = "value"`},
		{name: "no public key", old: "public-key", changed: "key", want: "public-key has 0 characters instead of 40"},
		{name: "a short key", old: "}D{Y3", changed: "}D{Y", want: "public-key has 39 characters instead of 40"},
		{name: "a character that is not Z85", old: "5khD%", changed: "5kh~%", want: "secret-key has a character that Z85 has not"},
		{name: "a number beyond Z85", old: "5khD%", changed: "#####", want: "secret-key is not Z85"},
		{name: "two keys of two pairs", old: "}D{Y3", changed: "}D{Y4", want: "public-key does not belong to secret-key"},
	} {
		text := sound
		if row.old != "" {
			text = strings.Replace(sound, row.old, row.changed, 1)
		}
		if diff := cmp.Diff(row.want, errorText(CheckCertificate(text))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

func FuzzCheckCertificate(f *testing.F) {
	f.Add(sound)
	f.Add("metadata\n =\ncurve\n\tpublic-key=\"")
	f.Fuzz(func(t *testing.T, text string) {
		err := CheckCertificate(text)
		if err == nil && (!strings.Contains(text, "public-key") || !strings.Contains(text, "secret-key")) {
			t.Errorf("%q passes without keys", text)
		}
	})
}

// The example of ZeroMQ RFC 32, and a pair of keys that flux accepts.
func TestNewCertificate(t *testing.T) {
	t.Parallel()
	secret, err := decodeKey("JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6")
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

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
