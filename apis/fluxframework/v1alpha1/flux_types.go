package v1alpha1

import "github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"

// FluxSpec has the options of the brokers. They apply to all pods of the set.
type FluxSpec struct {
	// InstallRoot is the prefix of the Flux installation in the application's image, default /usr. It helps to find
	// flux. An image with flux on its PATH does not need it.
	// +kubebuilder:default="/usr"
	InstallRoot string `json:"installRoot,omitempty"`
	// SubmitCommand replaces `flux submit`. It is read as words of a shell, default "flux submit". It has no effect
	// with launcher, with batch and without a command.
	SubmitCommand string `json:"submitCommand,omitempty"`
	// OptionFlags are further flags of flux submit and flux batch, for example "-ompi=openmpi@5". They are read as
	// words of a shell. They have no effect with launcher and without a command.
	OptionFlags string `json:"optionFlags,omitempty"`
	// Wrap is the value of --wrap of flux start, words separated by commas: the program under which each broker runs.
	Wrap string `json:"wrap,omitempty"`

	// ConnectTimeout is the time in which a broker tries to reach its parent, default "5s". It is a Flux duration (a
	// number with ms, s, m, h or d). An explicit "" leaves the time to Flux.
	// +kubebuilder:default="5s"
	ConnectTimeout *string `json:"connectTimeout,omitempty"`
	// MinimalService makes the Service select the lead only, default false. This reduces the load on DNS in large sets.
	MinimalService bool `json:"minimalService,omitempty"`
	// LogLevel is the most detailed level that brokers log to standard error, 0 (emergencies) to 7
	// (debugging), or -1 for none; default 6. It has no effect with logging.quiet.
	// +kubebuilder:default=6
	// +kubebuilder:validation:Minimum=-1
	// +kubebuilder:validation:Maximum=7
	LogLevel *int32 `json:"logLevel,omitempty"`

	// CurveCertSecret names an existing Secret with a CURVE certificate under the key curve.cert. By default the key is
	// made in the cluster.
	CurveCertSecret string `json:"curveCertSecret,omitempty"`
	// CurveCert is the text of a CURVE certificate. It is written into a Secret. It is better to name a Secret with
	// curveCertSecret, or to leave both empty.
	CurveCert string `json:"curveCert,omitempty"`
	// MungeSecret names a Secret with a munge key. It has no effect, because the brokers of a set belong to one user.
	MungeSecret string `json:"mungeSecret,omitempty"`
	// BrokerConfig is a whole broker.toml, which replaces the generated one. Its hosts must be the names of the set's
	// pods.
	BrokerConfig string `json:"brokerConfig,omitempty"`
	// Scheduler configures the scheduler.
	// +optional
	Scheduler Scheduler `json:"scheduler,omitzero"`
	// Bursting connects this set and sets in other clusters to one Flux instance.
	// +optional
	Bursting v1alpha2.Bursting `json:"bursting,omitzero"`
}

// Scheduler configures Fluxion, the scheduler of Flux.
type Scheduler struct {
	// QueuePolicy of Fluxion: conservative, easy, fcfs or hybrid, default fcfs.
	// +kubebuilder:validation:Enum=conservative;easy;fcfs;hybrid
	QueuePolicy string `json:"queuePolicy,omitempty"`
}
