/// Rules for the names of topics (MQTT 3.1.1, section 4.7).
package enum MQTTTopic {
  /// The longest name, bytes.
  package static let longestName = 65_535

  /// Returns whether a text is a topic's name that any broker takes: without wildcards, control characters, empty
  /// levels and a `$` at its beginning.
  package static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= longestName, first != UInt8(ascii: "$"),
      first != UInt8(ascii: "/"), bytes.last != UInt8(ascii: "/")
    else { return false }
    var last: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#") {
        return false
      }
      if byte == UInt8(ascii: "/"), last == byte { return false }
      last = byte
    }
    return true
  }
}
