package minicluster

import corev1 "k8s.io/api/core/v1"

// Files returns the scripts of a set that has one container: those that it uses, and others.
var Files = func(script string, variables []corev1.EnvVar, kinds, others []string) map[string]string {
	data, _ := library().With(append(scriptsFor(script, variables, kinds), others...), nil)
	return data
}

// IsDuration recognizes a duration of Flux.
var IsDuration = isDuration
