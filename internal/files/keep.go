package files

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path"
)

// Digest returns the SHA-256 of what a reader has, in hexadecimal digits as "sha256sum" prints them.
func Digest(of io.Reader) (string, error) {
	sum := sha256.New()
	_, err := io.Copy(sum, of)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// DigestOf returns the SHA-256 of a file, likewise. It does not wait for a pipe, and does not follow a link.
func DigestOf(root *os.Root, name string) (string, error) {
	if _, err := Exists(root, name); err != nil {
		return "", err
	}
	file, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return Digest(file)
}

// Keep writes data into a file of a folder below root, unless it is there already, and returns the path with / between folders. The name
// of the file is the SHA-256 of the data, with an end.
func Keep(root *os.Root, folder, end string, data []byte) (string, error) {
	sum, _ := Digest(bytes.NewReader(data)) // memory can be read
	name := path.Join(folder, sum+end)
	if isThere, err := Exists(root, name); isThere || err != nil {
		return name, err
	}
	if err := root.MkdirAll(folder, 0o777); err != nil {
		return "", pathError(root, name, err)
	}
	return name, Replace(root, File{Name: name, Data: data})
}

// Compressed returns data in the form of gzip, without a time: equal data become equal bytes.
func Compressed(data []byte) []byte {
	var out bytes.Buffer
	writer := gzip.NewWriter(&out)
	_, _ = writer.Write(data) // memory can be written
	_ = writer.Close()
	return out.Bytes()
}
