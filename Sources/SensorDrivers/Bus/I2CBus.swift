/// A seven-bit I2C address.
public struct I2CAddress: Hashable, Sendable, RawRepresentable {
  /// The address, `0x00...0x7F`, without the read/write bit.
  public let rawValue: UInt8

  /// Creates an address; traps above `0x7F`, because an I2C address has seven bits.
  public init(rawValue: UInt8) {
    precondition(rawValue <= 0x7F, "an I2C address has seven bits")
    self.rawValue = rawValue
  }
}

/// A failure of an I2C transfer.
public enum I2CError: Error, Hashable, Sendable {
  /// An address that no device acknowledged.
  case addressNotAcknowledged(I2CAddress)
  /// A written byte, at this index, that the device did not acknowledge.
  case dataNotAcknowledged(I2CAddress, byteIndex: Int)
  /// Clock stretching by a device beyond the controller's timeout.
  case timedOut(I2CAddress)
  /// An SDA line that a device holds low, and that nine clock pulses did not free.
  case lineHeld
}

extension I2CError: CustomStringConvertible {
  /// The failure, the device or line, and the remedy.
  public var description: String {
    switch self {
    case .addressNotAcknowledged(let address):
      "no device acknowledged address \(address); check wiring, power and address pins"
    case .dataNotAcknowledged(let address, let index):
      "the device at \(address) refused byte \(index) of a write; it may be asleep or busy"
    case .timedOut(let address):
      "SCL was held too long during a transfer with \(address); reset the device"
    case .lineHeld:
      "SDA is held low, and nine clocks did not free it; switch the parts off and on"
    }
  }
}

extension I2CAddress: CustomStringConvertible {
  /// The address as a hexadecimal number, `0x77`.
  public var description: String {
    let digits: StaticString = "0123456789ABCDEF"
    return digits.withUTF8Buffer { digits in
      // Sound: both indices are four-bit numbers, and the buffer holds sixteen bytes.
      let (high, low) = unsafe (digits[Int(rawValue >> 4)], digits[Int(rawValue & 15)])
      return String(decoding: [UInt8(ascii: "0"), UInt8(ascii: "x"), high, low], as: UTF8.self)
    }
  }
}

/// An I2C bus that a driver can use.
///
/// A driver stores a bus without knowing whether the bus is hardware, a simulation or one of
/// several handles on a shared bus. A conformance ends every transfer with a STOP, even when it
/// throws.
public protocol I2CBus: ~Copyable {
  /// Writes `bytes`, then, after a repeated START, fills `buffer`; an empty half is omitted.
  ///
  /// For a part that forbids the repeated START, a driver makes two transfers, each with one empty half.
  ///
  /// - Throws: ``I2CError``; the contents of `buffer` are then undefined.
  mutating func transfer(
    with address: I2CAddress,
    writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError)
}

extension I2CBus where Self: ~Copyable {
  /// Writes `bytes` and ends the transfer.
  public mutating func write(_ bytes: Span<UInt8>, to address: I2CAddress) throws(I2CError) {
    var nothing = MutableSpan<UInt8>()
    try transfer(with: address, writing: bytes, readingInto: &nothing)
  }

  /// Fills `buffer` without a preceding write.
  public mutating func read(
    into buffer: inout MutableSpan<UInt8>, from address: I2CAddress
  ) throws(I2CError) {
    try transfer(with: address, writing: Span<UInt8>(), readingInto: &buffer)
  }
}
