import BoardHost

/// The testing library has a type of the same name.
typealias Claim = BoardHost.Expectation
