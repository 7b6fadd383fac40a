extension I2CBus where Self: ~Copyable {
  /// Reads consecutive registers in one transfer with a repeated START.
  ///
  /// The function is inlined, because a reply type of unknown length would be looked up at run time.
  @inline(__always)
  mutating func read<let count: Int>(
    _ register: UInt8, of address: I2CAddress
  ) throws(I2CError) -> InlineArray<count, UInt8> {
    let pointer: InlineArray<1, UInt8> = [register]
    var reply = InlineArray<count, UInt8>(repeating: 0)
    var buffer = reply.mutableSpan
    try transfer(with: address, writing: pointer.span, readingInto: &buffer)
    return reply
  }

  /// Writes one register.
  mutating func write(
    _ value: UInt8, to register: UInt8, of address: I2CAddress
  ) throws(I2CError) {
    let bytes: InlineArray<2, UInt8> = [register, value]
    try write(bytes.span, to: address)
  }
}
