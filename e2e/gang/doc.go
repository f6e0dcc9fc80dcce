// Package gang starts sets all together or not at all, with the real scheduler of a control plane of its own and with fake nodes.
package gang
