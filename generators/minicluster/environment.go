package minicluster

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/internal/expansion"
)

// environment collects the variables of a container in a fixed order. It leaves
// out empty and false values, because the scripts take unset for "not asked for".
type environment []corev1.EnvVar

func (e environment) has(name string) bool {
	return slices.ContainsFunc(e, func(v corev1.EnvVar) bool { return v.Name == name })
}

// value returns the value of a variable, or nothing.
func (e environment) value(name string) string {
	for _, variable := range e {
		if variable.Name == name {
			return variable.Value
		}
	}
	return ""
}

// text sets a variable to a literal value. It escapes $(NAME), which Kubernetes
// would replace.
func (e environment) text(name, value string) environment {
	if value == "" {
		return e
	}
	return append(e, corev1.EnvVar{Name: name, Value: expansion.Escape(value)})
}

// unless returns a value, or nothing if the value is the script's own default.
func unless(script, value string) string {
	if value == script {
		return ""
	}
	return value
}

func (e environment) flag(name string, set bool) environment {
	if set {
		return e.text(name, "true")
	}
	return e
}

func (e environment) number(name string, value int64) environment {
	if value == 0 {
		return e
	}
	return e.text(name, strconv.FormatInt(value, 10))
}

// words sets a variable to a list of words, quoted so that a shell reads exactly these. It panics on a NUL byte, which
// validation refuses.
func (e environment) words(name string, words []string) environment {
	quoted := make([]string, 0, len(words))
	for _, word := range words {
		q, err := syntax.Quote(word, syntax.LangBash)
		if err != nil {
			panic(err)
		}
		quoted = append(quoted, q)
	}
	return e.text(name, strings.Join(quoted, " "))
}

// users adds the container's variables of the user. Kubernetes replaces $(NAME)
// in them, as in any container.
func (e environment) users(container v1alpha2.Container) environment {
	for _, name := range slices.Sorted(maps.Keys(container.Environment)) {
		e = append(e, corev1.EnvVar{Name: name, Value: container.Environment[name]})
	}
	for _, name := range slices.Sorted(maps.Keys(container.Secrets)) {
		secret := container.Secrets[name]
		e = append(e, corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{
			SecretKeyRef: &corev1.SecretKeySelector{
				LocalObjectReference: corev1.LocalObjectReference{Name: secret.Name},
				Key:                  secret.Key,
			},
		}})
	}
	return e
}

// flux adds spec.flux.environment, which is for Flux and all programs that it
// starts. A variable of the container itself keeps its value.
func (e environment) flux(c cluster) environment {
	values := c.mc.Spec.Flux.Environment
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !e.has(name) {
			e = append(e, corev1.EnvVar{Name: name, Value: values[name]})
		}
	}
	return e
}

// splitWords splits a list of words. It panics on what validation refuses.
func splitWords(text string) []string {
	words, err := v1alpha2.SplitWords(text)
	if err != nil {
		panic(err)
	}
	return words
}
