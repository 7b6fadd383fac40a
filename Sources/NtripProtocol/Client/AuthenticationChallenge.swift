import Bytes

/// An authentication challenge of a caster: a scheme and its parameters (RFC 9110 §11.6.1).
struct AuthenticationChallenge: Hashable, Sendable {
  /// The authentication scheme, such as `Basic` or `Digest`.
  var scheme: String
  /// The challenge's parameters, without quotes.
  var parameters = NtripHeaderFields()

  /// Parses the values of all `WWW-Authenticate` lines; a line may hold several challenges.
  static func all(in values: [String]) -> [AuthenticationChallenge] {
    var challenges: [AuthenticationChallenge] = []
    for value in values {
      for item in listItems(of: Array(value.utf8)[...]) { append(item, to: &challenges) }
    }
    return challenges
  }

  /// Parses a list item: a parameter of the last challenge, or a scheme with its first parameter.
  private static func append(
    _ item: ArraySlice<UInt8>, to challenges: inout [AuthenticationChallenge]
  ) {
    if let (name, value) = parameter(item) {
      if !challenges.isEmpty { challenges[challenges.count - 1].parameters.append(name, value) }
      return
    }
    let scheme = item.prefix { $0.isTokenByte }
    guard !scheme.isEmpty else { return }
    var challenge = AuthenticationChallenge(scheme: scheme.text)
    if let (name, value) = parameter(item.dropFirst(scheme.count).trimmed) {
      challenge.parameters.append(name, value)
    }
    challenges.append(challenge)
  }

  /// Parses `name=value` or `name="value"`; returns `nil` for any other item.
  private static func parameter(_ item: ArraySlice<UInt8>) -> (name: String, value: String)? {
    let name = item.prefix { $0.isTokenByte }
    let rest = item.dropFirst(name.count).trimmed
    guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
    return (name.text, unquoted(rest.dropFirst().trimmed).text)
  }

  private static func unquoted(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard value.first == quote else { return value }
    var (bytes, isEscaped): ([UInt8], Bool) = ([], false)
    for byte in value.dropFirst() {
      if !isEscaped, byte == quote { break }
      isEscaped = !isEscaped && byte == backslash
      if !isEscaped { bytes.append(byte) }
    }
    return bytes[...]
  }

  /// Splits a value at commas outside quotes, and returns the items without surrounding blanks.
  private static func listItems(of value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var items: [ArraySlice<UInt8>] = []
    var (start, isQuoted, isEscaped) = (value.startIndex, false, false)
    for index in value.indices {
      let byte = value[index]
      if isEscaped {
        isEscaped = false
      } else if byte == quote {
        isQuoted.toggle()
      } else if isQuoted {
        isEscaped = byte == backslash
      } else if byte == UInt8(ascii: ",") {
        items.append(value[start..<index].trimmed)
        start = index + 1
      }
    }
    items.append(value[start...].trimmed)
    return items
  }

  private static var quote: UInt8 { UInt8(ascii: "\"") }
  private static var backslash: UInt8 { UInt8(ascii: "\\") }
}
