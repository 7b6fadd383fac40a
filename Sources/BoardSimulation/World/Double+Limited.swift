extension Double {
  /// The nearest value within a range; its lower end for what is not a number.
  func limited(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
