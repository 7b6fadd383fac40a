public import RTCMParser

/// A field of a payload with the offset of its bits, where every decoder must find it.
///
/// Bytes that a message keeps undecoded, such as u-blox's data or the payload of an unknown type, are no
/// fields.
public struct WireField: Hashable, Sendable {
  /// The field's number, name, width and unit.
  public let field: DataField
  /// The offset of the field's first bit from the payload's first bit.
  public let bitOffset: Int
  /// The field's bits, as an unsigned number.
  public let bits: UInt64
  /// Whether the field is a character of a text.
  public let isCharacter: Bool
  /// Whether the field belongs to the second or a later one of several groups of a kind, such as satellites.
  public let isRepetition: Bool

  /// The bit offset at which the next field begins.
  public var endOffset: Int { bitOffset + field.bitCount }
}

extension RTCMCodable {
  /// Returns every field of the message, in the order of its payload.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when a value does not fit its field.
  public func wireFields() throws(RTCMEncodingError) -> [WireField] {
    var layout = WireLayout()
    try describe(to: &layout)
    if MSMType(messageType: messageType) != nil { layout.orderByColumns() }
    var end = 0
    return layout.entries.map { entry in
      defer { end += entry.field.bitCount }
      return WireField(
        field: entry.field, bitOffset: end, bits: entry.bits, isCharacter: entry.isCharacter,
        isRepetition: entry.isRepetition)
    }
  }
}

/// A visitor that collects the fields of a message.
private struct WireLayout: FieldVisitor {
  struct Entry {
    let field: DataField
    let bits: UInt64
    var isCharacter = false
    let isRepetition: Bool
    /// The index of the field's kind of group and its place in the group; `nil` for header fields.
    let column: (group: Int, place: Int)?
  }

  var entries: [Entry] = []
  private var groupNames: [String] = []
  /// Whether each of the open groups is the second or a later one of its kind.
  private var repetitions: [Bool] = []
  private var column: (group: Int, place: Int)?

  private mutating func add(_ field: DataField, _ bits: UInt64, isCharacter: Bool = false) {
    entries.append(
      Entry(
        field: field, bits: bits, isCharacter: isCharacter,
        isRepetition: repetitions.contains(true), column: column))
    column?.place += 1
  }

  mutating func visit(_ field: DataField, bits: UInt64) { add(field, bits) }

  mutating func visit(_ field: DataField, text: DescriptorText) {
    for byte in text.bytes { add(field, UInt64(byte), isCharacter: true) }
  }

  mutating func visit(trailing bits: TrailingBits) {}
  mutating func visit(undecodedPayload payload: [UInt8]) {}

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    let group = groupNames.firstIndex(of: "\(name)")
    repetitions.append(group != nil)
    if group == nil { groupNames.append("\(name)") }
    column = (group ?? groupNames.count - 1, 0)
  }

  mutating func endGroup() { repetitions.removeLast() }

  /// Sorts an MSM's fields into the order of the payload: one field of all satellites or cells, then the
  /// next.
  ///
  /// Before, the fields are in order of satellites and cells.
  mutating func orderByColumns() {
    func key(_ entry: Entry) -> (Int, Int) { entry.column ?? (-1, 0) }
    let order = entries.indices.sorted { first, second in
      let (a, b) = (key(entries[first]), key(entries[second]))
      return a == b ? first < second : a < b
    }
    entries = order.map { entries[$0] }
  }
}
