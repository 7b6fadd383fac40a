extension FixedWidthInteger {
  /// Returns the quotient by a positive number, rounded towards minus infinity, and the remainder, which is
  /// never negative.
  @inlinable
  public func dividedRoundingDown(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// Returns the remainder of a division by a positive number; the remainder is never negative.
  @inlinable
  public func modulo(_ divisor: Self) -> Self { dividedRoundingDown(by: divisor).remainder }
}
