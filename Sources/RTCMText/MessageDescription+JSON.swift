internal import Bytes
import RTCMParser
public import TextOutput

extension MessageDescription {
  /// What a field's number is written as.
  public enum NumberForm: Sendable {
    /// The value in the field's unit, `null` where the bits say "not available".
    case value
    /// The integer on the wire.
    case raw
  }

  /// The message as a JSON object on one line, as ``write(_:to:)`` has it.
  public func json(_ form: NumberForm = .value) -> String {
    var json = JSONWriter()
    write(form, to: &json)
    return json.text
  }

  /// Writes the message as a JSON object: a member for each field, its unit in its name; an array for
  /// each kind of group.
  public func write(_ form: NumberForm, to json: inout JSONWriter) {
    json.object { Self.write(items[...], form, to: &$0) }
  }

  private static func write(
    _ items: ArraySlice<Item>, _ form: NumberForm, to json: inout JSONWriter
  ) {
    var names = JSONNames()
    var rest = items
    while let item = rest.first {
      if case .group(let first) = item {
        let groups = rest.prefix { $0.group?.name == first.name }
        rest = rest.dropFirst(groups.count)
        json.array(names.unique(JSONNames.array(of: first.name))) { json in
          for group in groups.compactMap(\.group) { write(group, form, to: &json) }
        }
      } else {
        write(item, form, as: &names, to: &json)
        rest = rest.dropFirst()
      }
    }
  }

  private static func write(_ group: Group, _ form: NumberForm, to json: inout JSONWriter) {
    json.object { json in
      if let satellite = group.satelliteID, !group.hasSatelliteField {
        json.member(JSONNames.satelliteID, satellite)
      }
      if let signal = group.signal { json.member(JSONNames.signal, signal) }
      write(group.items[...], form, to: &json)
    }
  }

  private static func write(
    _ item: Item, _ form: NumberForm, as names: inout JSONNames, to json: inout JSONWriter
  ) {
    switch item {
    case .field(let field, let bits):
      write(field, bits, form, as: names.unique(field.jsonName(form)), to: &json)
    case .text(let field, let text): write(text, as: names.unique("\(field.name)"), to: &json)
    case .trailing(let bits):
      json.member(names.unique(JSONNames.trailingBits), bits.bytes.hexadecimal)
    case .payload(let payload):
      json.member(names.unique(JSONNames.payload), payload.hexadecimal)
    case .group: break  // written as part of its array
    }
  }

  /// Writes a text, and its bytes where they are not the characters' own.
  private static func write(_ text: DescriptorText, as name: String, to json: inout JSONWriter) {
    let string = "\(text)"
    json.member(name, string)
    if text.isUTF8 && !string.utf8.elementsEqual(text.bytes) {
      json.member(JSONNames.bytes(of: name), text.bytes.hexadecimal)
    }
  }

  private static func write(
    _ field: DataField, _ bits: UInt64, _ form: NumberForm, as name: String,
    to json: inout JSONWriter
  ) {
    if form == .value, bits == field.notAvailable {
      json.member(name, nil as String?)
    } else if form == .value, !field.isPlain {
      json.member(name, exactly: field.value(of: bits))
    } else if field.kind == .unsigned {
      json.member(name, bits)
    } else if field.kind == .signMagnitude, field.integer(of: bits) == 0, bits != 0 {
      json.member(name, exactly: -0.0)
    } else {
      json.member(name, field.integer(of: bits))
    }
  }
}

extension MessageDescription.Item {
  fileprivate var group: MessageDescription.Group? {
    if case .group(let group) = self { group } else { nil }
  }
}

extension MessageDescription.Group {
  /// Whether the group's fields say themselves whose it is.
  fileprivate var hasSatelliteField: Bool {
    items.contains { item in
      if case .field(let field, _) = item {
        "\(field.name)" == JSONNames.satelliteID
      } else {
        false
      }
    }
  }
}
