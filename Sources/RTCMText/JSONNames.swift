package import RTCMParser

/// Names of a JSON object's members that are no single field's; those that read messages use the same.
package enum JSONNames {
  /// The array of all groups of a name: `satellites`, `biases`.
  package static func array(of group: String) -> String {
    group + (group.hasSuffix("s") ? "es" : "s")
  }

  /// The bytes of a text that is no UTF-8.
  package static func bytes(of text: String) -> String { text + "_bytes" }

  /// Whose a group is.
  package static var satelliteID: String { "satellite_id" }
  /// The signal of an MSM's cell.
  package static var signal: String { "signal" }
  /// The bits behind the last field.
  package static var trailingBits: String { "trailing_bits" }
  /// A message that is not told by its fields.
  package static var payload: String { "payload" }
}

extension DataField {
  /// The name of the field's member: beside a value, with its unit, `antenna_height_metres`.
  package func jsonName(_ form: MessageDescription.NumberForm) -> String {
    let unit = "\(unit.name)"
    return form == .raw || unit.isEmpty ? "\(name)" : "\(name)_\(unit)"
  }

  /// Whether the value is the number on the wire itself.
  package var isPlain: Bool { stepsPerUnit == 1 && stepMultiple == 1 && base == 0 }
}

extension MessageDescription {
  /// A signal of an MSM by its RINEX code, or by its number where it has none.
  package static func signalName(_ id: UInt8, of constellation: Constellation?) -> String {
    constellation?.rinexCode(ofSignalID: id).map { "\($0)" } ?? "signal \(id)"
  }
}
