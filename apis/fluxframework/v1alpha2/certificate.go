package v1alpha2

import (
	"bytes"
	"crypto/ecdh"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// z85 is the alphabet of ZeroMQ RFC 32. A text of 40 characters is a key of 32 bytes.
const (
	z85       = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
	keyLength = 40
)

// CertificateKey is the key of the CURVE certificate in its Secret, and the name of its file.
const CertificateKey = "curve.cert"

// NewCertificate returns the CURVE certificate for a secret X25519 key of 32 random bytes, in the form of flux keygen.
// Brokers need a name in the metadata, and nothing else. The public key is the product of the secret key and the base
// point, RFC 7748.
func NewCertificate(name string, secret []byte) (string, error) {
	if name == "" || strings.ContainsFunc(name, notInName) {
		return "", fmt.Errorf("%q cannot name a certificate: use visible characters other than a quote", name)
	}
	private, err := ecdh.X25519().NewPrivateKey(secret)
	if err != nil {
		return "", fmt.Errorf("make a certificate: %w", err)
	}
	return fmt.Sprintf("metadata\n    name = %q\ncurve\n    public-key = \"%s\"\n    secret-key = \"%s\"\n",
		name, encodeKey(private.PublicKey().Bytes()), encodeKey(private.Bytes())), nil
}

func notInName(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' }

// CheckCertificate reads a certificate as flux-framework/flux-core does, src/common/libzmqutil/cert.c: sections without
// indentation, and in them indented lines key = "value". flux-core does not check the name, but brokers without a name
// refuse each other. No message repeats a key.
func CheckCertificate(text string) error {
	values := map[string]string{}
	section := ""
	for i, line := range strings.Split(text, "\n") {
		content := strings.TrimSpace(line)
		indented := line != strings.TrimLeft(line, " \t")
		switch {
		case content == "" || content[0] == '#':
		case !indented && (content == "metadata" || content == "curve"):
			section = content
		case indented && section != "":
			key, value, err := keyValue(content)
			if err != nil {
				return fmt.Errorf("line %d: %w", i+1, err)
			}
			values[section+"."+key] = value
		default:
			return fmt.Errorf("line %d: expected \"metadata\", \"curve\", or an indented key = \"value\"", i+1)
		}
	}
	if values["metadata.name"] == "" {
		return errors.New("it has no name in the section metadata")
	}
	return checkKeys(values["curve.public-key"], values["curve.secret-key"])
}

func keyValue(line string) (key, value string, err error) {
	key, value, found := strings.Cut(line, "=")
	value = strings.TrimSpace(value)
	if !found || len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return "", "", errors.New("expected key = \"value\"")
	}
	return strings.TrimSpace(key), value[1 : len(value)-1], nil
}

// checkKeys checks that two keys belong together.
func checkKeys(public, secret string) error {
	publicKey, err := decodeKey(public)
	if err != nil {
		return fmt.Errorf("public-key %w", err)
	}
	secretKey, err := decodeKey(secret)
	if err != nil {
		return fmt.Errorf("secret-key %w", err)
	}
	private, err := ecdh.X25519().NewPrivateKey(secretKey)
	if err != nil {
		return errors.New("secret-key is not a key")
	}
	if !bytes.Equal(private.PublicKey().Bytes(), publicKey) {
		return errors.New("public-key does not belong to secret-key")
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

// decodeKey decodes Z85: five characters are four bytes, the most significant byte first.
func decodeKey(text string) ([]byte, error) {
	if len(text) != keyLength {
		return nil, fmt.Errorf("has %d characters instead of %d", len(text), keyLength)
	}
	var key []byte
	for i := 0; i < keyLength; i += 5 {
		var word uint64
		for _, char := range []byte(text[i : i+5]) {
			digit := strings.IndexByte(z85, char)
			if digit < 0 {
				return nil, errors.New("has a character that Z85 has not")
			}
			word = word*uint64(len(z85)) + uint64(digit)
		}
		if word > 1<<32-1 {
			return nil, errors.New("is not Z85")
		}
		key = binary.BigEndian.AppendUint32(key, uint32(word))
	}
	return key, nil
}
