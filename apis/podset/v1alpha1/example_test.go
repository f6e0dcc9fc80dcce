package v1alpha1_test

import (
	"fmt"

	"github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
)

func Example() {
	set := v1alpha1.PodSet{Spec: v1alpha1.PodSetSpec{Replicas: new(int32(3))}}
	set.Default()
	fmt.Println(*set.Spec.Replicas, set.Spec.Image, set.Spec.Command, *set.Spec.RunAsUser)
	// Output:
	// 3 docker.io/library/alpine:3 [sleep 3600] 65534
}
