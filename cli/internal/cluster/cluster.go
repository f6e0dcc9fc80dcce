// Package cluster is what the commands beside a running set share: the flags that go on to kubectl, and finding sets.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/version"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/live"
)

// A Cluster is a program with flags of kubectl, which say where its sets are.
type Cluster struct {
	*program.Program
	// flags are values of kubectl's flags, by their names.
	flags map[string]*string
	// insecure says not to check the certificate of a kubelet, if the command has the flag.
	insecure *bool
	// warned are the warnings that were printed: a command may look at a cluster more than once.
	warned map[string]bool
}

// kubectlFlags are the flags that are passed on to kubectl as they are.
var kubectlFlags = []struct{ name, short, meaning string }{
	{"namespace", "n", "`namespace` of the sets"},
	{"context", "", "`name` of the context of the kubeconfig"},
	{"kubeconfig", "", "`file` with the configuration of kubectl"},
	{"cluster", "", "`name` of the cluster of the kubeconfig"},
	{"user", "", "`name` of the user of the kubeconfig"},
	{"as", "", "`user` to impersonate"},
	{"request-timeout", "", "`time` to wait for one answer, such as 10s"},
}

// New adds the flags to a command, and completes its arguments as names of sets.
func New(p *program.Program, cmd *cobra.Command) Cluster {
	out := Flags(p, cmd)
	cmd.ValidArgsFunction = out.completeSets
	return out
}

// Flags adds the flags to a command, but for those that it has.
func Flags(p *program.Program, cmd *cobra.Command) Cluster {
	out := Cluster{Program: p, flags: map[string]*string{}, warned: map[string]bool{}}
	cmd.Flags().SortFlags = false
	for _, flag := range kubectlFlags {
		if cmd.Flags().Lookup(flag.name) == nil {
			out.flags[flag.name] = cmd.Flags().StringP(flag.name, flag.short, "", flag.meaning+", as of kubectl")
		}
	}
	return out
}

// In returns the cluster with a namespace, or as it is if the namespace is "".
func (c Cluster) In(namespace string) Cluster {
	if namespace != "" {
		c.flags = maps.Clone(c.flags)
		c.flags["namespace"] = &namespace
	}
	return c
}

// WithDefault returns the cluster with a namespace, or as it is if a flag names one.
func (c Cluster) WithDefault(namespace string) Cluster {
	if *c.flags["namespace"] != "" {
		return c
	}
	return c.In(namespace)
}

// Client returns the kubectl with the flags that were given.
func (c Cluster) Client() kubectl.Client {
	client := kubectl.Client{}
	for _, flag := range kubectlFlags {
		if value := c.flags[flag.name]; value != nil && *value != "" {
			client.Flags = append(client.Flags, "--"+flag.name+"="+*value)
		}
	}
	if c.insecure != nil && *c.insecure {
		client.LogFlags = []string{"--" + insecureFlag}
	}
	return client
}

// Hints returns how hints name commands: with the flags that were given to this one.
func (c Cluster) Hints() live.Hints { return live.Hints{Program: c.Name, Flags: c.Client().Flags} }

// Interrupted returns a context that ends when the user or the system ends the program.
func Interrupted() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// Sets returns the sets with the given names, or all sets. A name that no set has is a mistake on the command line.
func (c Cluster) Sets(ctx context.Context, names ...string) ([]*live.Set, error) {
	objects, err := live.Read(ctx, c.Client(), names...)
	if err != nil {
		return nil, err
	}
	c.warn(objects.Unknown)
	objects.Hints = c.Hints()
	return objects.Sets(names...), nil
}

// warn says what could not be asked for.
func (c Cluster) warn(unknown []string) {
	for _, one := range unknown {
		if !c.warned[one] {
			c.warned[one] = true
			c.Say("warning: " + one)
		}
	}
}

// Missing is the error about names that no set has.
func (c Cluster) Missing(ctx context.Context, sets []*live.Set, names []string) error {
	var errs []error
	for _, name := range names {
		if !slices.ContainsFunc(sets, func(set *live.Set) bool { return set.IsCalled(name) }) {
			errs = append(errs, errors.New(c.None(ctx, "set", name)))
		}
	}
	return exit.BadUsage(errors.Join(errs...))
}

// None says that the namespace has none of what the user asks for, such as sets, or none of a name, and where else it is.
func (c Cluster) None(ctx context.Context, what string, name ...string) string {
	for _, one := range name {
		what += fmt.Sprintf(" %q", one)
	}
	return fmt.Sprintf("there is no %s in the namespace %q%s", what, c.Namespace(ctx), c.elsewhere(ctx, name...))
}

// mostNamespaces bounds the namespaces that are named.
const mostNamespaces = 5

// elsewhere names other namespaces that have a set of a name, or any set without a name. It is "" if there are none, or if the user
// may not see them. Of a file it says to give a name.
func (c Cluster) elsewhere(ctx context.Context, name ...string) string {
	if _, err := os.Stat(strings.Join(name, "")); err == nil {
		return "; it is a file: give the metadata.name of the object in it"
	}
	found, err := live.Elsewhere(ctx, c.Client(), name...)
	if err != nil || len(found) == 0 {
		if len(name) > 0 {
			return fmt.Sprintf(": run \"latchkey status -n %s\" to list its sets", c.Namespace(ctx))
		}
		return ""
	}
	what, all := "there is one", strings.Join(found[:min(len(found), mostNamespaces)], ", ")
	if len(name) == 0 {
		what = "there are sets"
	}
	if more := len(found) - mostNamespaces; more > 0 {
		all += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("; %s in %s: choose with -n", what, all)
}

// Namespace names the namespace in messages.
func (c Cluster) Namespace(ctx context.Context) string {
	name, err := c.Client().Namespace(ctx)
	if err != nil {
		return "of the context"
	}
	return name
}

// One returns the only set with a name.
func (c Cluster) One(ctx context.Context, name string) (*live.Set, error) {
	sets, err := c.Sets(ctx, name)
	if err != nil {
		return nil, err
	}
	return c.choose(ctx, sets, name)
}

// choose returns the only set with a name. Two sets may come from one source.
func (c Cluster) choose(ctx context.Context, sets []*live.Set, name string) (*live.Set, error) {
	var names []string
	for _, set := range sets {
		if set.Name == name {
			return set, nil
		}
		names = append(names, set.Name)
	}
	switch len(sets) {
	case 0:
		return nil, c.Missing(ctx, nil, []string{name})
	case 1:
		return sets[0], nil
	default:
		return nil, exit.Usagef("%d sets are made from %s: name one: %s", len(sets), name, strings.Join(names, ", "))
	}
}

// Watch watches the sets with the given names, or all sets, until it is closed.
func (c Cluster) Watch(ctx context.Context, names ...string) (*live.Watch, error) {
	watch, err := live.NewWatch(ctx, c.Client(), c.patience(), c.Hints(), names...)
	if err == nil {
		c.warn(watch.Unknown)
	}
	return watch, err
}

func (c Cluster) patience() live.Patience { return live.Patience{Pause: c.Pause, Say: c.Say} }

// completeSets offers the names of the sets.
func (c Cluster) completeSets(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	ctx, stop := Interrupted()
	defer stop()
	objects, err := live.Read(ctx, c.Client())
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []cobra.Completion
	for _, set := range objects.Sets() {
		names = append(names, set.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// Logs gets the logs of the set with a name.
func (c Cluster) Logs(name string) *live.Logs {
	return &live.Logs{
		Client: c.Client(), Patience: c.patience(), Version: version.This(),
		Watch: func(ctx context.Context, see func(*live.Set) bool) error {
			watch, err := c.Watch(ctx, name)
			if err != nil {
				return err
			}
			defer watch.Close()
			set, err := c.choose(ctx, watch.Sets(), name)
			if err != nil {
				return err
			}
			return watch.Set(ctx, set.UID(), see)
		},
	}
}

const insecureFlag = "insecure-skip-tls-verify-backend"

// AddInsecure gives a command that reads logs the flag for it.
func (c *Cluster) AddInsecure(cmd *cobra.Command) {
	c.insecure = cmd.Flags().Bool(insecureFlag, false, "do not check the certificate of the kubelet that has the logs, as of kubectl logs")
}
