// Package plan says what a metric becomes, before it is written as Kubernetes objects: its jobs, their containers, and
// the texts and commands that the scripts of the containers run.
//
// A metric makes a [Plan], and each of its addons returns a changed copy. Everything a user wrote stays a text of its
// own here, so that no script is pasted together: the pre blocks, the measured commands and the post blocks are files
// beside the script that runs them. A script goes through the stages of every metric:
//
//	metadata, pre blocks, collection start, (timepoint, measured command) for each, collection end, post blocks
package plan
