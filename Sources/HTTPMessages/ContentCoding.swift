internal import Bytes

/// A content coding of a body (RFC 9110, section 8.4).
public enum ContentCoding: Hashable, Sendable {
  /// No coding: the body unchanged.
  case identity
  /// Compression by gzip (RFC 1952).
  case gzip

  /// Creates the coding of a response: gzip if the client accepts it and does not prefer an uncompressed
  /// body.
  ///
  /// - Parameter field: The request's `Accept-Encoding`; `nil` if the request has none.
  ///
  /// Source: RFC 9110, section 12.5.3. If neither coding is acceptable, the body is sent uncompressed.
  public init(acceptedBy field: String?) {
    var wishes = Wishes()
    for member in Array((field ?? "").utf8).split(separator: UInt8(ascii: ",")) {
      wishes.add(member)
    }
    let gzip = wishes.gzip ?? wishes.others ?? 0
    // A client that does not name `identity` accepts it as the last resort.
    let identity = wishes.identity ?? 0
    self = gzip > 0 && gzip >= identity ? .gzip : .identity
  }
}

/// A client's weights of the codings, in thousandths.
private struct Wishes {
  var gzip: Int?
  var identity: Int?
  var others: Int?

  /// Adds a member such as `gzip;q=0.5`; a malformed one is ignored.
  mutating func add(_ member: ArraySlice<UInt8>) {
    let parts = member.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let name = parts.first?.trimmed.text, let weight = Self.weight(of: parts.dropFirst())
    else { return }
    if name.isSame(ignoringCase: "gzip") || name.isSame(ignoringCase: "x-gzip") {
      gzip = weight
    } else if name.isSame(ignoringCase: "identity") {
      identity = weight
    } else if name == "*" {
      others = weight
    }
  }

  private static func weight(of parameters: ArraySlice<ArraySlice<UInt8>>) -> Int? {
    guard let parameter = parameters.first?.trimmed else { return 1000 }
    guard parameters.count == 1, parameter.begins(with: "q="),
      let value = parameter.dropFirst(2).decimalNumber, (0...1).contains(value)
    else { return nil }
    return Int(value * 1000)
  }
}
