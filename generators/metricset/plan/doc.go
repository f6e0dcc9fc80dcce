// Package plan describes what a metric becomes, before it is written as Kubernetes objects: its jobs, their containers,
// and the files and commands that the containers' scripts run.
//
// A metric makes a [Plan], and each of its addons returns a changed copy. No script is pasted together from a user's
// snippets. The pre blocks, the measured commands and the post blocks are files, and the script runs them. Every metric's
// script goes through these stages:
//
//	metadata, pre blocks, collection start, (timepoint, measured command) for each, collection end, post blocks
package plan
