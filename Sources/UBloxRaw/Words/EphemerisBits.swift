internal import RTCMParser

/// The bits of an ephemeris message by data field.
///
/// The fields of RTCM's ephemerides have the widths and scales of the navigation messages, so their bits
/// are copied unchanged in both directions.
struct EphemerisBits: FieldVisitor {
  private var fields: [(field: DataField, bits: UInt64)] = []

  /// Reads the fields of a message.
  ///
  /// - Throws: `RTCMEncodingError` when a value does not fit its field.
  init(of message: some RTCMCodable) throws(RTCMEncodingError) {
    fields.reserveCapacity(40)
    try message.describe(to: &self)
  }

  /// The bits of a field; always 0 for a field that the message lacks.
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

  /// Sets the fields that a piece of a navigation message contains; the inverse of
  /// `BitWriter.append(_:from:)`.
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

/// A run of bits in a navigation message, drawn as one box in the interface control documents.
enum MessagePart {
  /// The bits of a number that the ephemeris does not hold, at most 64.
  case bits(UInt64, count: Int)
  /// A whole field of the ephemeris.
  case field(DataField)
  /// The highest bits of a field, whose other bits are elsewhere in the navigation message.
  case high(Int, of: DataField)
  /// The lowest bits of a field, whose other bits are elsewhere in the navigation message.
  case low(Int, of: DataField)
  /// Bits without a meaning, any number of them, sent as zeros.
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
  /// Appends the parts of a message in order.
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
