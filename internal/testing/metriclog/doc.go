// Package metriclog cuts the logs of metrics as their readers do. Only tests import it.
package metriclog
