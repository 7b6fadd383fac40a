extension Double {
  /// Returns the nearest value within a range; NaN gives the range's lower bound.
  func limited(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
