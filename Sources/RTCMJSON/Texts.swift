internal import RTCMParser
internal import RTCMText

extension DescriptorText {
  /// Sets the text to a string or, if given, to bytes in hexadecimal.
  mutating func set(
    to value: JSONValue?, bytes hexadecimal: JSONValue?
  ) throws(JSONMessageError.Reason) {
    if let hexadecimal {
      bytes = try [UInt8](hexadecimal: hexadecimal)
      return
    }
    guard let value else { throw .missing(remedy: "give a text; \"\" for none") }
    guard case .text(let text) = value else {
      throw .wrongKind(found: value.kind, wanted: "a text")
    }
    if let foreign = text.unicodeScalars.first(where: { !isUTF8 && $0.value > 255 }) {
      throw .wrongKind(found: "the character '\(foreign)'", wanted: "one of ISO 8859-1")
    }
    bytes = isUTF8 ? Array(text.utf8) : DescriptorText(text).bytes
  }
}

extension [UInt8] {
  /// Reads bytes of two hexadecimal digits each.
  init(hexadecimal value: JSONValue) throws(JSONMessageError.Reason) {
    guard case .text(let text) = value else {
      throw .wrongKind(found: value.kind, wanted: "a text of hexadecimal digits")
    }
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else {
      throw .wrongKind(found: value.kind, wanted: "two hexadecimal digits for each byte")
    }
    let values = digits.compactMap(\.self)
    self = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  /// Reads bytes of two hexadecimal digits each; `path` is for the error.
  init(hexadecimal value: JSONValue, path: String) throws(JSONMessageError) {
    do throws(JSONMessageError.Reason) { try self.init(hexadecimal: value) } catch {
      throw JSONMessageError(error, path: path)
    }
  }

  /// Reads a whole payload, whose message number must equal the one given beside it.
  init(payload value: JSONValue, ofType type: UInt16?, in path: String) throws(JSONMessageError) {
    let path = path.isEmpty ? JSONNames.payload : "\(path).\(JSONNames.payload)"
    try self.init(hexadecimal: value, path: path)
    if let own = RTCMFrame.messageType(ofPayload: span), let type, own != type {
      throw JSONMessageError(
        .contradiction("of type \(own), but type \(type) is beside it", remedy: "correct one"),
        path: path)
    }
  }
}
