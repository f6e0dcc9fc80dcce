package configmonitor

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"unicode"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

// hashLength is the number of hexadecimal digits of a hash: 64 bits tell any two contents of one ConfigMap apart.
const hashLength = 16

// hashOf returns the hash of what a ConfigMap holds, data and binaryData. Name, labels and annotations do not count,
// nor does the order of the keys, nor how binary data is broken into lines.
func hashOf(configMap *transform.Item) string {
	content := map[string]any{}
	if data, _ := configMap.At("data").(map[string]any); len(data) > 0 {
		content["data"] = data
	}
	if data, _ := configMap.At("binaryData").(map[string]any); len(data) > 0 {
		content["binaryData"] = withoutSpace(data)
	}
	return digest(content)[:hashLength]
}

func withoutSpace(data map[string]any) map[string]any {
	joined := make(map[string]any, len(data))
	for key, value := range data {
		if text, ok := value.(string); ok {
			value = strings.Join(strings.FieldsFunc(text, unicode.IsSpace), "")
		}
		joined[key] = value
	}
	return joined
}

// digest hashes a value as JSON, which has its keys sorted.
func digest(value any) string {
	text, err := json.Marshal(value)
	if err != nil { // what was read as JSON can be written as JSON
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func quoted(text string) string { return strconv.Quote(text) }
