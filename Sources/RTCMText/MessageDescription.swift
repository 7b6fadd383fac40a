public import RTCMParser

/// A message as a tree of its fields, in their order on the wire, for output as text.
public struct MessageDescription: Sendable {
  /// An item of a message's description.
  public enum Item: Sendable {
    /// A number field, with its bits.
    case field(DataField, bits: UInt64)
    /// A text field.
    case text(DataField, DescriptorText)
    /// The bits after the last field.
    case trailing(TrailingBits)
    /// The payload of a message whose fields are not known.
    case payload([UInt8])
    /// The fields of one group among several of a kind.
    case group(Group)
  }

  /// The fields of one group among several of a kind, such as a satellite.
  public struct Group: Sendable {
    /// The kind of the group, such as `satellite` or `cell`.
    public var name: String
    /// The group's satellite ID; `nil` for groups of other things.
    public var satelliteID: UInt8?
    /// The signal of a cell, as a RINEX observation code if there is one.
    public var signal: String?
    /// The group's fields.
    public var items: [Item] = []
  }

  /// The form of a field's number.
  public enum NumberForm: Sendable {
    /// The value in the field's unit, `null` where the bits mean "not available".
    case value
    /// The integer on the wire.
    case raw
  }

  /// The message's fields and groups.
  public private(set) var items: [Item] = []

  /// Creates the description of a message: any message that the parser decodes, or another one.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when a value does not fit its field; a decoded message never
  ///   throws.
  public init(of message: some RTCMCodable) throws(RTCMEncodingError) {
    var collector = FieldCollector(
      constellation: MSMType(messageType: message.messageType)?.constellation)
    try collector.visit(message)
    items = collector.items
  }
}

/// A visitor that collects the fields and groups of a message.
struct FieldCollector: FieldVisitor {
  let constellation: Constellation?
  private(set) var items: [MessageDescription.Item] = []
  /// The groups that have begun and not ended, the innermost last.
  private var open: [MessageDescription.Group] = []

  init(constellation: Constellation?) { self.constellation = constellation }

  mutating func visit(_ field: DataField, bits: UInt64) { add(.field(field, bits: bits)) }

  mutating func visit(_ field: DataField, text: DescriptorText) { add(.text(field, text)) }

  mutating func visit(trailing bits: TrailingBits) { add(.trailing(bits)) }

  mutating func visit(undecodedPayload payload: [UInt8]) { add(.payload(payload)) }

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    let signal = signalID.map { MessageDescription.signalName($0, of: constellation) }
    open.append(
      MessageDescription.Group(name: "\(name)", satelliteID: satelliteID, signal: signal))
  }

  mutating func endGroup() {
    if let group = open.popLast() { add(.group(group)) }
  }

  private mutating func add(_ item: MessageDescription.Item) {
    if open.isEmpty { items.append(item) } else { open[open.count - 1].items.append(item) }
  }
}
