package configmonitor

// annotationDomain holds one annotation for each ConfigMap, so that several monitors can share a workload.
const annotationDomain = "configmap.latchkey.dev/"

// longestKey is the length of an annotation's key after its domain (kubernetes/apimachinery, pkg/util/validation,
// IsQualifiedName).
const longestKey = 63

// annotation is the annotation that holds the hash of a ConfigMap. Names too long for it end in a hash of their own.
func annotation(configMap string) string {
	if len(configMap) > longestKey {
		const kept, hashed = longestKey - 9, 8
		configMap = configMap[:kept] + "-" + digest(configMap)[:hashed]
	}
	return annotationDomain + configMap
}
