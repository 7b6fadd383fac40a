extension FixedWidthInteger where Self: UnsignedInteger {
  /// The number as `0x` and all its hexadecimal digits, as in datasheets.
  package var hexadecimal: String {
    let digits = String(self, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
  }
}
