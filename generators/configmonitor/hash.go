package configmonitor

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"unicode"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

// hashLength is the number of hexadecimal digits of a hash. 64 bits are enough to distinguish the contents of one ConfigMap.
const hashLength = 16

// hashOf returns the hash of a ConfigMap's data and binaryData. The name, labels, annotations, the order of the keys,
// and line breaks in binary data have no influence.
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

// digest returns a hash of a value's JSON form, in which keys are sorted.
func digest(value any) string {
	text, err := json.Marshal(value)
	if err != nil { // what was read as JSON can be written as JSON
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// annotationDomain is the domain of one annotation for each ConfigMap, so that several monitors can select the same workload.
const annotationDomain = "configmap.latchkey.dev/"

// longestKey is the maximum length of an annotation's key after its domain (kubernetes/apimachinery,
// pkg/util/validation, IsQualifiedName).
const longestKey = 63

// annotation returns the annotation for the hash of a ConfigMap. If the name is too long, its end is replaced by a hash
// of the name.
func annotation(configMap string) string {
	if len(configMap) > longestKey {
		const kept, hashed = longestKey - 9, 8
		configMap = configMap[:kept] + "-" + digest(configMap)[:hashed]
	}
	return annotationDomain + configMap
}
