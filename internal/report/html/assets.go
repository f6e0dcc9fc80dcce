package html

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"io/fs"
	"strings"
)

//go:embed assets/page.css
var pageStyle string

//go:embed assets/*.js
var scripts embed.FS

// uPlot is a charting library. Its folder says where it comes from.
var (
	//go:embed third_party/uplot/uPlot.iife.min.js
	uPlotScript string
	//go:embed third_party/uplot/uPlot.min.css
	uPlotStyle string
	//go:embed third_party/uplot/LICENSE
	uPlotLicense string
	//go:embed third_party/uplot/VERSION
	uPlotVersion string
)

// sharp makes uPlot, which reads the pixel ratio of the screen, draw with at least two pixels to one, so that lines are sharp
// in print too.
const sharp = "window.devicePixelRatio = Math.max(2, window.devicePixelRatio);\n"

// pageScript returns the page's own scripts in the order of their names, as one script.
func pageScript() string {
	var all strings.Builder
	all.WriteString("(() => {\n'use strict';\n")
	files, _ := fs.Glob(scripts, "assets/*.js") // the pattern is valid
	for _, file := range files {
		text, _ := scripts.ReadFile(file) // Glob has found the file in the program
		all.Write(text)
	}
	all.WriteString("})();\n")
	return all.String()
}

// policy returns a Content-Security-Policy that allows the given scripts and style, pictures that the page itself makes, and
// nothing else: no request, no other script, no style in an attribute, no text that becomes HTML.
func policy(style string, scripts ...string) string {
	var sources strings.Builder
	for _, script := range scripts {
		sources.WriteString(" " + digest(script))
	}
	return "default-src 'none'; script-src" + sources.String() + "; style-src " + digest(style) + "; img-src blob:" +
		"; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
}

// digest returns a text's hash as a policy writes it.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
