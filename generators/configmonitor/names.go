package configmonitor

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
