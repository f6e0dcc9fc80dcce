package minicluster

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// checkBrokerConfig checks the form of the user's configuration, which replaces the generated one. Flux names mistakes in its values
// when a broker starts. With onChange: Rename the configuration can list no hosts, see checkRename.
func (v *validator) checkBrokerConfig() {
	text := v.mc.Spec.Flux.BrokerConfig
	if text == "" {
		return
	}
	var config map[string]any
	if err := toml.Unmarshal([]byte(text), &config); err != nil {
		v.InvalidText(configPath, "it is not TOML: %s: correct it", tomlProblem(err))
		return
	}
	if config["bootstrap"] == nil && v.manyHosts() && !v.Renames() {
		v.InvalidText(configPath, "it has no [bootstrap], without which the brokers do not find each other: add one with curve_cert and hosts = [{host = %q}]", v.hosts())
	}
}

func tomlProblem(err error) string {
	if problem, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := problem.Position()
		return fmt.Sprintf("line %d, column %d: %s", line, column, strings.TrimPrefix(problem.Error(), "toml: "))
	}
	return strings.TrimPrefix(err.Error(), "toml: ")
}
