package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// newKeygen returns the command that makes a CURVE certificate. It is for users who keep the certificate themselves,
// sealed or encrypted, and do not want it made in the cluster.
func newKeygen() *cobra.Command {
	var namespace string
	cmd := &cobra.Command{
		Use:   "keygen SECRET",
		Short: "Print a Secret with a new CURVE certificate",
		Long: `Print a Secret with a new CURVE certificate, a private key by which the brokers
of a MiniCluster know each other. Every call makes another one.

Give the name of the Secret to render: --curve-secret SECRET, or the annotation
latchkey.dev/curve-secret on the MiniCluster.`,
		Example: `  latchkey keygen my-certificate | kubectl apply -f -
  latchkey keygen my-certificate | kubeseal -o yaml > sealed.yaml`,
		Args: func(_ *cobra.Command, args []string) error { return explainKeygenArgs(args, namespace) },
		RunE: func(cmd *cobra.Command, args []string) error {
			manifest, err := newCertificateSecret(args[0], namespace)
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(manifest)
			return err
		},
	}
	cmd.Flags().StringVarP(&namespace, "namespace", "n", "", "namespace of the Secret")
	return cmd
}

func explainKeygenArgs(args []string, namespace string) error {
	if len(args) != 1 {
		return errors.New("give one name, that of the Secret to print")
	}
	var errs []error
	if !findings.ObjectName.Allows(args[0]) {
		errs = append(errs, fmt.Errorf("%q cannot name a Secret: %s%s", args[0], findings.ObjectName.Remedy, exampleOf(args[0])))
	}
	return errors.Join(append(errs, checkNamespace(namespace))...)
}

// exampleOf returns a corrected form of a wrong name, as in ", for example \"my-key\"" for "My_Key". It returns "" if
// there is none.
func exampleOf(name string) string {
	name = strings.Trim(strings.ToLower(strings.Map(safeRune, strings.ReplaceAll(name, "_", "-"))), "-.")
	if !findings.Label.Allows(name) {
		return ""
	}
	return fmt.Sprintf(", for example %q", name)
}

// newCertificateSecret returns the manifest of a Secret with a new certificate.
func newCertificateSecret(name, namespace string) ([]byte, error) {
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
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
