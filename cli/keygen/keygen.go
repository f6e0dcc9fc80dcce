// Package keygen is the command that makes a CURVE certificate. It is for users who keep the certificate themselves,
// sealed or encrypted, and do not want it made in the cluster.
package keygen

import (
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
)

type options struct {
	*program.Program
	// name and namespace of the Secret.
	name, namespace string
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{Program: p}
	cmd := &cobra.Command{
		Use:   "keygen SECRET",
		Short: "Print a Secret with a new CURVE certificate",
		Long: `Print a Secret with a new CURVE certificate, a private key that lets the brokers
of a MiniCluster know each other. Every call makes another one.

Give the name of the Secret to render: --curve-secret SECRET, or the annotation
latchkey.dev/curve-secret on the MiniCluster.`,
		Example: `  latchkey keygen my-certificate | kubectl apply -f -
  latchkey keygen my-certificate | kubeseal -o yaml > sealed.yaml`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usagef("give one name, the name of the Secret to print")
			}
			o.name = args[0]
			if err := o.check(); err != nil {
				return err
			}
			return o.run()
		},
	}
	cmd.Flags().StringVarP(&o.namespace, "namespace", "n", "", "namespace of the Secret")
	return cmd
}

func (o *options) check() error {
	var errs []error
	if !findings.ObjectName.Allows(o.name) {
		errs = append(errs, fmt.Errorf("%q is not a valid name for a Secret: %s%s", o.name, findings.ObjectName.Remedy, findings.ObjectName.Example(o.name)))
	}
	return exit.BadUsage(errors.Join(append(errs, program.CheckNamespace(o.namespace))...))
}

func (o *options) run() error {
	manifest, err := newCertificateSecret(o.name, o.namespace)
	if err == nil {
		_, err = o.Stdout.Write(manifest)
	}
	return err
}

// newCertificateSecret returns the manifest of a Secret with a new certificate.
func newCertificateSecret(name, namespace string) ([]byte, error) {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // package crypto/rand: it never returns an error
	certificate, err := v1alpha2.NewCertificate(name, secret)
	if err != nil {
		return nil, err
	}
	return yaml.Marshal(&corev1.Secret{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Type:       corev1.SecretTypeOpaque,
		Data:       map[string][]byte{v1alpha2.CertificateKey: []byte(certificate)},
	})
}
