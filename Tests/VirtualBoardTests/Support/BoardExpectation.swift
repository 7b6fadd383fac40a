import VirtualBoard

/// The testing library has a type of the same name.
typealias BoardExpectation = VirtualBoard.Expectation
