package main

import (
	"fmt"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

func options(text *strings.Builder) error {
	text.WriteString("An option has one name in four places. This is `maxRestarts` in each of them:\n\n" +
		"| place | written as |\n| --- | --- |\n" +
		"| a field of a [Latchkey configuration](latchkey.md) | `spec: {maxRestarts: 2}` |\n" +
		"| a key of a ConfigMap that configures the function | `data: {maxRestarts: \"2\"}` |\n" +
		"| a flag | `latchkey render --max-restarts 2` |\n" +
		"| an annotation of one source | `latchkey.dev/max-restarts: \"2\"` |\n\n" +
		"If an option is given in several places, the annotation wins. Then comes the configuration or the flag, then a field of the\n" +
		"source with the same meaning, then the default. An unknown option is an error. The first column has the name, and the flag\n" +
		"if it differs, which is also the end of the annotation.\n\n" +
		"| option | values, the default first | meaning |\n| --- | --- | --- |\n")
	for _, option := range latchkey.OptionTable() {
		values := option.Placeholder
		if len(option.Values) > 0 {
			values = "`" + strings.Join(option.Values, "`, `") + "`"
		}
		if option.CommandDefault != "" {
			values += "; on the command line the default is `" + option.CommandDefault + "`"
		}
		name := "`" + option.Name + "`"
		if option.Flag != option.Name {
			name += "<br>`" + option.Flag + "`"
		}
		fmt.Fprintf(text, "| %s | %s | %s |\n", name, values, prose(option.Meaning))
	}
	return nil
}
