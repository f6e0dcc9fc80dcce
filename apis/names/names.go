// Package names has the names on which both sides agree: the generators give them to what a set consists of, and package
// live knows a running set by them. They are part of running sets, so a change of a name hides older sets.
package names

import (
	"crypto/sha256"
	"encoding/hex"
)

// Labels of generated objects and of pods.
const (
	// ManagedByLabel is on every generated object, with the value ManagedBy. ManagedBySelector selects them.
	ManagedByLabel    = "app.kubernetes.io/managed-by"
	ManagedBy         = "latchkey"
	ManagedBySelector = ManagedByLabel + "=" + ManagedBy
	// ComponentLabel says what a pod is for. Keygen, Services and Turn are values of it. All other pods run the application or are
	// measured.
	ComponentLabel = "app.kubernetes.io/component"
	// SetLabel is on every generated object of a set, with the name of its source, see [SetValue].
	SetLabel = "latchkey.dev/set"
	// StudyLabel, CellLabel and RunLabel are on all objects of a run: the name of the study, the hash of the parameters, and the
	// number of the run from 1. A set with all runs of a cell inside has no RunLabel. StudyLabel is on what runs share, too.
	StudyLabel = "latchkey.dev/study"
	CellLabel  = "latchkey.dev/cell"
	RunLabel   = "latchkey.dev/run"
)

// Keygen is the name of the job that makes the key of a MiniCluster, of its component, and of the container that makes the
// key. Services is the name of the job and of the component of the services of a MiniCluster.
const (
	Keygen   = "keygen"
	Services = "services"
)

// Turn is the name of the job in which a run of a study waits for its turn, of its component, and of its container.
const Turn = "turn"

// JobStarted is the line that the lead of a MiniCluster prints when Flux has started the job.
const JobStarted = "latchkey: the job has started"

// CurveVolume is the volume with the key of a MiniCluster.
const CurveVolume = "latchkey-curve"

// Keys of the ConfigMap of a MiniCluster. The snippets of a container have the keys <container>.<kind>.
const (
	// BrokerConfig is the user's own configuration of the brokers.
	BrokerConfig = "broker.toml"
	// Command, Script and Batch are the kinds of snippets with the command of a container. It has one of them.
	Command = "command"
	Script  = "script"
	Batch   = "batch"
)

// InitScript is the script of the container that copies Flux into a pod.
const InitScript = "flux-init.sh"

// ConnectScript is the script that enters the Flux instance, below the path of [Mount].
const ConnectScript = "flux-connect.sh"

// VariablePrefix begins all variables that Latchkey gives to its own scripts.
const VariablePrefix = "LATCHKEY_"

// Variables of containers. A variable with its default value is left out. The scripts describe all variables that they read.
const (
	// Mode says how the lead of a MiniCluster runs the command: submit (default), launcher, batch or Interactive.
	Mode        = VariablePrefix + "MODE"
	Interactive = "interactive"
	// Submit and BatchWords are the quoted words with which the command of a MiniCluster is submitted.
	Submit     = VariablePrefix + "SUBMIT"
	BatchWords = VariablePrefix + "BATCH"
	// BrokerOptions are the quoted words of further options of the broker.
	BrokerOptions = VariablePrefix + "BROKER_OPTIONS"
	// QueuePolicy and SimpleScheduler say how a MiniCluster schedules.
	QueuePolicy     = VariablePrefix + "QUEUE_POLICY"
	SimpleScheduler = VariablePrefix + "SIMPLE_SCHEDULER"
	// Quiet says that only the application's output is printed.
	Quiet = VariablePrefix + "QUIET"
	// Deadline is the deadline of a MiniCluster in seconds.
	Deadline = VariablePrefix + "DEADLINE"
	// Mount is the path of the volume with Flux.
	Mount = VariablePrefix + "MOUNT"
	// Container is the name of a container of a MiniCluster, in the container itself.
	Container = VariablePrefix + "CONTAINER"
	// Key begins the keys of a metric's files in its ConfigMap.
	Key = VariablePrefix + "KEY"
	// Tasks is the number of tasks of a metric's application.
	Tasks = VariablePrefix + "TASKS"
)

// LostStatus is the exit status of a pod whose script has lost another pod of the set, because its host does not answer (EX_TEMPFAIL of
// sysexits.h). With onDisruption: Restart the set then starts again.
const LostStatus = 75

// SetValue returns the value of [SetLabel] for the name of a source. A label has at most 63 characters, so a longer name is cut, and
// ends in a hash.
func SetValue(name string) string {
	const most, ofHash = 63, 8
	if len(name) <= most {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	return name[:most-1-ofHash] + "-" + hex.EncodeToString(sum[:])[:ofHash]
}
