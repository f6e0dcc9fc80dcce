package v1

// Default does nothing: all that a ConfigMonitor says has to be said.
func (*ConfigMonitor) Default() {}
