package import RTCMParser

/// The names of JSON members other than single fields, for writing and for reading messages.
package enum JSONNames {
  /// Returns the name of the array with all groups of a kind: `satellites`, `biases`.
  package static func array(of group: String) -> String {
    group + (group.utf8.last == UInt8(ascii: "s") ? "es" : "s")
  }

  /// Returns the name of the member with the bytes of a text that is not valid UTF-8.
  package static func bytes(of text: String) -> String { text + "_bytes" }

  /// The name of the member with a group's satellite.
  package static var satelliteID: String { "satellite_id" }
  /// The name of the member with the signal of an MSM's cell.
  package static var signal: String { "signal" }
  /// The name of the member with the bits after the last field.
  package static var trailingBits: String { "trailing_bits" }
  /// The name of the member with a message's undecoded payload.
  package static var payload: String { "payload" }
}

extension DataField {
  /// Returns the name of the field's member; beside a value the name has the unit, `antenna_height_metres`.
  package func jsonName(_ form: MessageDescription.NumberForm) -> String {
    let unit = "\(unit.name)"
    return form == .raw || unit.isEmpty ? "\(name)" : "\(name)_\(unit)"
  }

  /// Whether the value equals the integer on the wire.
  package var isPlain: Bool { stepsPerUnit == 1 && stepMultiple == 1 && base == 0 }
}

extension MessageDescription {
  /// Returns the RINEX code of an MSM signal, or `signal` and its number if it has no code.
  package static func signalName(_ id: UInt8, of constellation: Constellation?) -> String {
    constellation?.rinexCode(ofSignalID: id).map { "\($0)" } ?? "signal \(id)"
  }
}
