// Replaced by the module's first types.
