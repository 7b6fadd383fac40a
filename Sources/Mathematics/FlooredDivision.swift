extension FixedWidthInteger {
  /// The quotient by a positive number, rounded towards minus infinity, and the remainder, never negative.
  @inlinable
  public func dividedRoundingDown(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// The remainder of a division by a positive number, never negative itself.
  @inlinable
  public func modulo(_ divisor: Self) -> Self { dividedRoundingDown(by: divisor).remainder }
}
