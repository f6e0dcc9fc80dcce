package v1alpha2

import (
	"crypto/ecdh"
	"encoding/binary"
	"fmt"
	"regexp"
	"strings"
)

// z85 is the alphabet of ZeroMQ RFC 32. A string of 40 characters is a key of 32 bytes.
const z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"

// CertificateKey is the key of the CURVE certificate in its Secret, and the name of its file.
const CertificateKey = "curve.cert"

// NewCertificate returns the CURVE certificate for a secret X25519 key of 32 random bytes, in the form of flux keygen.
// Brokers need a name in the metadata, and nothing else. The public key is the product of the secret key and the base
// point, RFC 7748.
func NewCertificate(name string, secret []byte) (string, error) {
	if name == "" || strings.ContainsFunc(name, notInName) {
		return "", fmt.Errorf("%q is not a valid name for a certificate: use visible characters other than a quote", name)
	}
	private, err := ecdh.X25519().NewPrivateKey(secret)
	if err != nil {
		return "", fmt.Errorf("make a certificate: %w", err)
	}
	return fmt.Sprintf("metadata\n    name = %q\ncurve\n    public-key = \"%s\"\n    secret-key = \"%s\"\n",
		name, encodeKey(private.PublicKey().Bytes()), encodeKey(private.Bytes())), nil
}

func notInName(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' }

// CheckCertificate looks for what brokers need in a certificate: two keys, and a name, which flux-core does not check, but brokers
// without one refuse each other. Flux finds out whether the keys belong together. No message repeats a key.
func CheckCertificate(text string) error {
	for _, value := range []struct{ key, form string }{{"name", ".+"}, {"public-key", ".{40}"}, {"secret-key", ".{40}"}} {
		if !regexp.MustCompile(`(?m)^[ \t]+` + value.key + `[ \t]*=[ \t]*"` + value.form + `"`).MatchString(text) {
			return fmt.Errorf("it has no indented line %s = \"...\"", value.key)
		}
	}
	return nil
}

// encodeKey encodes 32 bytes as Z85.
func encodeKey(key []byte) string {
	var text []byte
	for ; len(key) > 0; key = key[4:] {
		word := uint64(binary.BigEndian.Uint32(key))
		for place := uint64(85 * 85 * 85 * 85); place > 0; place /= 85 {
			text = append(text, z85[word/place%85])
		}
	}
	return string(text)
}
