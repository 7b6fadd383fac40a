import Bytes

/// The head of a caster's answer, whichever of its many forms it came in.
public struct NtripResponseHead: Hashable, Sendable {
  /// The form of the answer's first line.
  public enum Form: Hashable, Sendable {
    /// `HTTP/1.x nnn`, with the number after the point.
    case http(minorVersion: Int)
    /// `ICY nnn`, version 1's answer to a request for a stream.
    case icy
    /// `SOURCETABLE nnn`, version 1's answer to everything else.
    case sourcetable
    /// `OK` alone on a line.
    case ok
    /// `ERROR - reason`.
    case error
    /// A line of other text: not a caster.
    case text
    /// No head: the bytes of the stream themselves.
    case missing
  }

  /// The form of the answer's first line.
  public var form: Form
  /// The status, 200 when the form has no number but means success, 0 when it means failure.
  public var status: Int
  /// The text behind the status on its line, or the whole line of a form without a status.
  public var reason: String
  /// The header lines.
  public var fields = NtripHeaderFields()

  /// The version that the answer speaks.
  public var version: NtripVersion {
    if case .http(let minorVersion) = form, minorVersion >= 1 { return .two }
    guard let told = fields["Ntrip-Version"] else { return .one }
    return told.utf8.contains(UInt8(ascii: "2")) ? .two : .one
  }

  /// Whether the body is a sourcetable, by the head's own words.
  public var announcesSourcetable: Bool {
    if form == .sourcetable { return true }
    return status == 200 && contentType.contains(phrase: "gnss/sourcetable")
  }

  /// Whether the body is a page for a browser.
  var announcesPage: Bool { contentType.contains(phrase: "text/html") }

  private var contentType: ArraySlice<UInt8> { Array((fields["Content-Type"] ?? "").utf8)[...] }
}

extension NtripResponseHead {
  /// Reads the first line, given without its line end; `nil` when it is none that a caster sends.
  init?(statusLine line: ArraySlice<UInt8>) {
    if line.begins(with: "HTTP/1.") {
      let minor = line.dropFirst(7).prefix { $0.isDigit }
      self.init(
        form: .http(minorVersion: minor.decimalInteger ?? 1),
        statusAndReason: line.dropFirst(7 + minor.count))
    } else if line.begins(with: "ICY ") {
      self.init(form: .icy, statusAndReason: line.dropFirst(4))
    } else if line.begins(with: "SOURCETABLE ") {
      self.init(form: .sourcetable, statusAndReason: line.dropFirst(12))
    } else if line.begins(with: "ERROR") {
      self.init(form: .error, status: 0, reason: line.trimmed.text)
    } else if line.begins(with: "OK"), line.trimmed.count == 2 {
      self.init(form: .ok, status: 200, reason: "")
    } else {
      return nil
    }
  }

  /// Takes the three digits alone: one caster in use forgets the line end after `OK`.
  private init?(form: Form, statusAndReason rest: ArraySlice<UInt8>) {
    let rest = rest.trimmed
    guard let status = rest.prefix(3).decimalInteger, status >= 100 else { return nil }
    self.init(form: form, status: status, reason: rest.dropFirst(3).trimmed.text)
  }
}
