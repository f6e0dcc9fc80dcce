package v1

// Default does nothing, because no field has a default.
func (*ConfigMonitor) Default() {}
