package fn

// Exit codes of the function. The severities of the results decide between the first two.
const (
	// ExitOK says that the list was processed, perhaps with warnings.
	ExitOK = 0
	// ExitProblems says that the input has errors; results and standard error list them.
	ExitProblems = 1
	// ExitInternal says that reading or writing failed, or that Latchkey itself has a fault.
	ExitInternal = 3
)
