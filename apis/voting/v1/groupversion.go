package v1

import "k8s.io/apimachinery/pkg/runtime/schema"

// Kind is the kind of the objects in this package.
const Kind = "VoteConfig"

// GroupVersion is the API group and version of the objects in this package.
var GroupVersion = schema.GroupVersion{Group: "voting.example.com", Version: "v1"}
