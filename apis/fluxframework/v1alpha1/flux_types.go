package v1alpha1

import "github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"

// FluxSpec holds the options of the brokers, shared by all pods of the set.
type FluxSpec struct {
	// InstallRoot is the prefix of the Flux installation in the application's image, default /usr. It
	// helps to find flux; an image with flux on its PATH needs none.
	// +optional
	// +kubebuilder:default="/usr"
	InstallRoot string `json:"installRoot,omitempty"`
	// SubmitCommand takes the place of `flux submit`, as words of a shell, default "flux submit". It has
	// no effect with launcher, batch and without a command.
	// +optional
	SubmitCommand string `json:"submitCommand,omitempty"`
	// OptionFlags are further flags of flux submit and flux batch, as words of a shell, for example
	// "-ompi=openmpi@5". They have no effect with launcher.
	// +optional
	OptionFlags string `json:"optionFlags,omitempty"`
	// Wrap is the value of --wrap of flux start, words separated by commas. It has no effect on an
	// interactive set.
	// +optional
	Wrap string `json:"wrap,omitempty"`

	// ConnectTimeout is how long a broker tries to reach its parent, as a Flux duration (a number with ms,
	// s, m, h or d), default "5s". An explicit "" leaves it to Flux.
	// +optional
	// +kubebuilder:default="5s"
	ConnectTimeout *string `json:"connectTimeout,omitempty"`
	// MinimalService makes the Service select the lead alone, default false, to spare the DNS of large
	// sets.
	// +optional
	MinimalService bool `json:"minimalService,omitempty"`
	// LogLevel is the most detailed level that brokers log to standard error, 0 (emergencies) to 7
	// (debugging), or -1 for none; default 6. It has no effect with logging.quiet.
	// +optional
	// +kubebuilder:default=6
	// +kubebuilder:validation:Minimum=-1
	// +kubebuilder:validation:Maximum=7
	LogLevel *int32 `json:"logLevel,omitempty"`

	// CurveCertSecret names an existing Secret with a CURVE certificate under the key curve.cert. Default
	// empty: the key is made in the cluster.
	// +optional
	CurveCertSecret string `json:"curveCertSecret,omitempty"`
	// CurveCert is the text of a CURVE certificate. It goes into a Secret. Better name a Secret with
	// curveCertSecret, or leave both empty.
	// +optional
	CurveCert string `json:"curveCert,omitempty"`
	// MungeSecret names a Secret with a munge key. It has no effect: the brokers of a set belong to one
	// user.
	// +optional
	MungeSecret string `json:"mungeSecret,omitempty"`
	// BrokerConfig is a whole broker.toml in place of the generated one. Its hosts must name the pods of
	// the set.
	// +optional
	BrokerConfig string `json:"brokerConfig,omitempty"`
	// Scheduler configures the scheduler.
	// +optional
	Scheduler Scheduler `json:"scheduler,omitzero"`
	// Bursting joins this set with sets in other clusters into one Flux instance.
	// +optional
	Bursting v1alpha2.Bursting `json:"bursting,omitzero"`
}

// Scheduler configures Fluxion, the scheduler of Flux.
type Scheduler struct {
	// QueuePolicy of Fluxion, default fcfs; easy is the other common one.
	// +optional
	QueuePolicy string `json:"queuePolicy,omitempty"`
}
