import VirtualBoard

/// The expectation of this module; the testing library has a type of the same name.
typealias BoardExpectation = VirtualBoard.Expectation
