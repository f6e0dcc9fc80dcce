package v1alpha2

import "k8s.io/apimachinery/pkg/runtime/schema"

// Kind is the kind of the objects in this package.
const Kind = "MiniCluster"

// GroupVersion is the API group and version of the objects in this package.
var GroupVersion = schema.GroupVersion{Group: "flux-framework.org", Version: "v1alpha2"}
