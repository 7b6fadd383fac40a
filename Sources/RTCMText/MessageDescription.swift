public import RTCMParser

/// A message as a tree of its fields, in the order of the wire: what text is made from.
public struct MessageDescription: Sendable {
  /// An item of a message's description.
  public enum Item: Sendable {
    /// A field that holds a number, and its bits.
    case field(DataField, bits: UInt64)
    /// A field that holds characters.
    case text(DataField, DescriptorText)
    /// Bits behind the last field.
    case trailing(TrailingBits)
    /// The payload of a message whose fields are not known.
    case payload([UInt8])
    /// Fields that belong to one of several like things.
    case group(Group)
  }

  /// Fields that belong to one of several like things, such as a satellite.
  public struct Group: Sendable {
    /// The kind of the item, such as `satellite` or `cell`.
    public var name: String
    /// Whose it is; `nil` where it is no satellite's.
    public var satelliteID: UInt8?
    /// The signal of a cell, as a RINEX observation code where there is one.
    public var signal: String?
    /// Its fields.
    public var items: [Item] = []
  }

  /// The notation of a field's number.
  public enum NumberForm: Sendable {
    /// The value in the field's unit, `null` where the bits say "not available".
    case value
    /// The integer on the wire.
    case raw
  }

  /// The message's fields and groups.
  public private(set) var items: [Item] = []

  /// Describes a message: any that the parser decodes, or one of your own.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when a hand-made value does not fit its field; a decoded
  ///   message never does.
  public init(of message: some RTCMCodable) throws(RTCMEncodingError) {
    var collector = Collector(
      constellation: MSMType(messageType: message.messageType)?.constellation)
    try message.describe(to: &collector)
    items = collector.items
  }
}

/// Collects what a message shows of itself.
private struct Collector: FieldVisitor {
  let constellation: Constellation?
  private(set) var items: [MessageDescription.Item] = []
  /// The groups begun and not ended, the innermost last.
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
