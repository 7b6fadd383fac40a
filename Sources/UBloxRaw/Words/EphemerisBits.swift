internal import RTCMParser

/// The bits of an ephemeris message by data field.
///
/// The fields of RTCM's ephemerides have the widths and scales of the navigation messages, so that their
/// bits go from one into the other as they are.
struct EphemerisBits: FieldVisitor {
  private var fields: [(field: DataField, bits: UInt64)] = []

  /// Takes the fields of a message.
  ///
  /// - Throws: `RTCMEncodingError` when a value does not fit its field.
  init(of message: some RTCMCodable) throws(RTCMEncodingError) {
    fields.reserveCapacity(40)
    try message.describe(to: &self)
  }

  /// The bits of a field, 0 of one that the message lacks, which nothing changes.
  subscript(field: DataField) -> UInt64 {
    get { fields.first { $0.field.number == field.number }?.bits ?? 0 }
    set {
      if let index = fields.firstIndex(where: { $0.field.number == field.number }) {
        fields[index].bits = newValue
      }
    }
  }

  mutating func visit(_ field: DataField, bits: UInt64) { fields.append((field, bits)) }
  mutating func visit(_ field: DataField, text: DescriptorText) {}
  mutating func visit(trailing bits: TrailingBits) {}
  mutating func visit(undecodedPayload payload: [UInt8]) {}
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {}
  mutating func endGroup() {}
}

extension EphemerisBits {
  /// The payload of the message.
  var payload: [UInt8] {
    var writer = BitWriter(capacity: 64)
    for (field, bits) in fields { writer.append(bits, count: field.bitCount) }
    return writer.bytes
  }

  /// Takes from a piece of a navigation message what it tells: the way back of `BitWriter.append(_:from:)`.
  mutating func read(_ parts: [MessagePart], in data: Span<UInt8>) {
    var position = 0
    for part in parts {
      let count = part.bitCount
      switch part {
      case .field(let field): self[field] = data.bits(at: position, count: count)
      case .high(_, let field):
        let rest = UInt64(field.bitCount - count)
        self[field] =
          self[field] & ~(~0 << rest) | data.bits(at: position, count: count) << rest
      case .low(_, let field):
        self[field] =
          self[field] & ~0 << UInt64(count) | data.bits(at: position, count: count)
      case .bits, .reserved: break
      }
      position += count
    }
  }
}

/// A run of bits in a navigation message: what the interface control documents draw as one box.
enum MessagePart {
  /// Bits of a number that the ephemeris does not hold, at most 64.
  case bits(UInt64, count: Int)
  /// A whole field of the ephemeris.
  case field(DataField)
  /// The highest bits of a field of which another message has the rest.
  case high(Int, of: DataField)
  /// The lowest bits of such a field.
  case low(Int, of: DataField)
  /// Bits without a meaning, any number of them, which are sent as zeros.
  case reserved(Int)

  /// The number of bits.
  var bitCount: Int {
    switch self {
    case .bits(_, let count), .high(let count, _), .low(let count, _), .reserved(let count): count
    case .field(let field): field.bitCount
    }
  }
}

extension BitWriter {
  /// Appends parts of a message one behind another.
  mutating func append(_ parts: [MessagePart], from ephemeris: EphemerisBits) {
    for part in parts {
      switch part {
      case .bits(let value, let count): append(value, count: count)
      case .field(let field): append(ephemeris[field], count: field.bitCount)
      case .high(let count, let field):
        append(ephemeris[field] >> UInt64(field.bitCount - count), count: count)
      case .low(let count, let field): append(ephemeris[field], count: count)
      case .reserved(let count): appendZeros(count)
      }
    }
  }

  private mutating func appendZeros(_ count: Int) {
    for start in stride(from: 0, to: count, by: 64) { append(0, count: min(64, count - start)) }
  }
}
