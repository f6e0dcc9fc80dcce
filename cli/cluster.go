package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/kubectl"
	"github.com/latchkey-dev/latchkey/live"
)

// cluster are the flags of the commands beside a running set, which are kubectl's.
type cluster struct {
	command Command
	// flags are values of kubectl's flags, by their names.
	flags map[string]*string
}

// clusterFlags are the flags that are passed on to kubectl as they are.
var clusterFlags = []struct{ name, short, meaning string }{
	{"namespace", "n", "`namespace` of the sets"},
	{"context", "", "`name` of the context of the kubeconfig"},
	{"kubeconfig", "", "`file` with the configuration of kubectl"},
	{"cluster", "", "`name` of the cluster of the kubeconfig"},
	{"user", "", "`name` of the user of the kubeconfig"},
	{"as", "", "`user` to impersonate"},
	{"request-timeout", "", "`time` to wait for one answer, such as 10s"},
}

func (c Command) newCluster(cmd *cobra.Command) *cluster {
	out := &cluster{command: c, flags: map[string]*string{}}
	cmd.Flags().SortFlags = false
	for _, flag := range clusterFlags {
		out.flags[flag.name] = cmd.Flags().StringP(flag.name, flag.short, "", flag.meaning+", as of kubectl")
	}
	return out
}

// client returns the kubectl with the flags that were given.
func (c *cluster) client() kubectl.Client {
	client := kubectl.Client{}
	for _, flag := range clusterFlags {
		if value := *c.flags[flag.name]; value != "" {
			client.Flags = append(client.Flags, "--"+flag.name+"="+value)
		}
	}
	return client
}

// interrupted returns a context that ends when the user or the system ends the program.
func interrupted() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// sets returns the sets with the given names, or all sets. A name that no set has is a mistake on the command line.
func (c *cluster) sets(ctx context.Context, withTexts bool, names ...string) ([]*live.Set, error) {
	objects, err := live.Read(ctx, c.client(), withTexts, names...)
	if err != nil {
		return nil, err
	}
	for _, unknown := range objects.Unknown {
		c.command.say("warning: " + unknown)
	}
	return objects.Sets(), nil
}

// missing is the error about names that no set has.
func (c *cluster) missing(ctx context.Context, sets []*live.Set, names []string) error {
	var errs []error
	for _, name := range names {
		if !slices.ContainsFunc(sets, func(set *live.Set) bool { return set.IsCalled(name) }) {
			errs = append(errs, fmt.Errorf("%w %q in the namespace %q", live.ErrNoSet, name, c.namespace(ctx)))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return usageError{errors.Join(errs...)}
}

// namespace names the namespace in messages.
func (c *cluster) namespace(ctx context.Context) string {
	name, err := c.client().Namespace(ctx)
	if err != nil {
		return "of the context"
	}
	return name
}

// one returns the only set with a name. Two sets may come from one source.
func (c *cluster) one(ctx context.Context, withTexts bool, name string) (*live.Set, error) {
	sets, err := c.sets(ctx, withTexts, name)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, set := range sets {
		if set.Name == name {
			return set, nil
		}
		names = append(names, set.Name)
	}
	switch len(sets) {
	case 0:
		return nil, c.missing(ctx, nil, []string{name})
	case 1:
		return sets[0], nil
	default:
		return nil, usageError{fmt.Errorf("%d sets are made from %s: name one: %s", len(sets), name, strings.Join(names, ", "))}
	}
}

// completeSets offers the names of the sets.
func (c *cluster) completeSets(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	ctx, stop := interrupted()
	defer stop()
	objects, err := live.Read(ctx, c.client(), false)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []cobra.Completion
	for _, set := range objects.Sets() {
		names = append(names, set.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
