package v1alpha1_test

import (
	"fmt"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// An annotation on one source object is nearer than the functionConfig of the whole package.
func Example() {
	config, _ := latchkey.OptionsFromStrings(map[string]string{
		"include": "csj", "curve": "None",
	}, latchkey.ConfigMapData)
	annotations, _ := latchkey.OptionsFromStrings(map[string]string{
		"latchkey.dev/curve-secret": "team-key",
	}, latchkey.Annotations)

	options := config.Merge(annotations)
	options.Default()
	fmt.Println(options.Include, options.Curve, options.CurveSecret, options.Workload)
	// Output: [configmaps services jobs] Secret team-key JobSet
}

func ExampleOptionsFromStrings() {
	_, problems := latchkey.OptionsFromStrings(map[string]string{
		"workload": "Job", "maxRestarts": "3", "ttlSecond": "1h", "ttlSeconds": "1h",
	}, latchkey.ConfigMapData)
	for _, problem := range problems {
		fmt.Printf("%s: %s\n", problem.Field, problem.Detail)
	}
	// Output:
	// data.ttlSecond: unknown option: did you mean "ttlSeconds"?
	// data.ttlSeconds: "1h" is not an integer up to 2147483647: use one, for example "60"
	// data.maxRestarts: maxRestarts and workload=Job exclude each other, because a Job cannot start again as a whole: leave one of the two out
}
