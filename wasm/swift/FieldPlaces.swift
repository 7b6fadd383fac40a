internal import Bytes
internal import RTCMParser
internal import RTCMText
internal import TextOutput

/// A writer of a message's fields with the places of their bits in the payload, as JSON.
///
/// Fields stand on the wire in the order in which a message describes them, one behind the other. Only the
/// satellites and the cells of an MSM stand there in columns: the first field of all, then the second field of all.
struct FieldPlaces {
  /// The position of the next field in the payload, bits.
  private var position = 0

  /// Returns the fields of a frame, or its error.
  static func json(of frame: FrameDescription) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("type", frame.type)
      json.member("name", frame.type.flatMap { MessageName.of($0) })
      switch frame.content {
      case .success(let message):
        var places = FieldPlaces()
        let isMSM = frame.type.flatMap { MSMType(messageType: $0) } != nil
        json.array("fields") { json in
          places.write(message.items, inColumns: isMSM, to: &json)
        }
      case .failure(let error): json.member("error") { error.write(to: &$0) }
      }
    }
    return json.bytes
  }

  private mutating func write(
    _ items: [MessageDescription.Item], inColumns: Bool = false, to json: inout JSONWriter
  ) {
    var index = 0
    while index < items.count {
      if inColumns, case .group(let group) = items[index] {
        let rows = items[index...].prefix { Self.isGroup($0, named: group.name) }
        writeColumns(of: rows, to: &json)
        index = rows.endIndex
      } else {
        write(items[index], to: &json)
        index += 1
      }
    }
  }

  private static func isGroup(_ item: MessageDescription.Item, named name: String) -> Bool {
    if case .group(let group) = item { group.name == name } else { false }
  }

  /// Writes groups of the same fields that stand on the wire in columns.
  private mutating func writeColumns(
    of rows: ArraySlice<MessageDescription.Item>, to json: inout JSONWriter
  ) {
    let start = position
    for (row, item) in rows.enumerated() {
      guard case .group(let group) = item else { continue }
      var column = start
      Self.write(group, to: &json) { json in
        for item in group.items {
          let width = Self.width(of: item)
          position = column + row * width
          column += rows.count * width
          write(item, to: &json)
        }
      }
      position = column
    }
  }

  private static func write(
    _ group: MessageDescription.Group, to json: inout JSONWriter,
    fields: (inout JSONWriter) -> Void
  ) {
    json.object { json in
      json.member("group", group.name)
      if let id = group.satelliteID { json.member("satellite", id) }
      if let signal = group.signal { json.member("signal", signal) }
      json.array("fields") { fields(&$0) }
    }
  }

  private mutating func write(_ item: MessageDescription.Item, to json: inout JSONWriter) {
    if case .group(let group) = item {
      return Self.write(group, to: &json) { write(group.items, to: &$0) }
    }
    let width = Self.width(of: item)
    // A payload whose fields are unknown is shown whole, with the message type in front.
    let bit = if case .payload = item { 0 } else { position }
    json.object { json in
      Self.writeName(of: item, to: &json)
      json.member("bit", bit)
      json.member("width", width)
      Self.writeContent(of: item, to: &json)
    }
    position = bit + width
  }

  /// Returns the width of an item that is no group, bits.
  private static func width(of item: MessageDescription.Item) -> Int {
    switch item {
    case .field(let field, _): field.bitCount
    case .text(let field, let text): text.bytes.count * field.bitCount
    case .trailing(let bits): bits.bitCount
    case .payload(let payload): payload.count * 8
    case .group: 0
    }
  }

  private static func writeName(of item: MessageDescription.Item, to json: inout JSONWriter) {
    switch item {
    case .field(let field, _), .text(let field, _):
      json.member("field", field.number == 0 ? nil : DataField.label(field.number))
      json.member("name", field.name.description)
    case .trailing: json.member("name", "trailing_bits")
    case .payload: json.member("name", "payload")
    case .group: break
    }
  }

  private static func writeContent(of item: MessageDescription.Item, to json: inout JSONWriter) {
    switch item {
    case .field(let field, let bits): write(field, bits, to: &json)
    case .text(_, let text): json.member("text", text.description)
    case .trailing(let bits): json.member("bytes", bits.bytes.hexadecimal)
    case .payload(let payload): json.member("bytes", payload.hexadecimal)
    case .group: break
    }
  }

  /// Writes a number: the integer as a text, since JavaScript's numbers hold 53 bits, and the value if it is another.
  private static func write(_ field: DataField, _ bits: UInt64, to json: inout JSONWriter) {
    let integer = field.kind == .unsigned ? "\(bits)" : "\(field.integer(of: bits))"
    json.member("integer", integer)
    let value = field.value(of: bits)
    if value == nil || !field.isPlain { json.member("value", exactly: value) }
    if field.unit != .none {
      json.member("unit", "\(field.unit.name)")
      json.member("symbol", "\(field.unit.symbol)")
    }
  }
}
