import Bytes

/// The head of a caster's answer, in any of its forms.
public struct NtripResponseHead: Hashable, Sendable {
  /// The form of the answer's first line.
  public enum Form: Hashable, Sendable {
    /// `HTTP/1.x nnn`, with the minor version `x`.
    case http(minorVersion: Int)
    /// `ICY nnn`, the version 1 answer to a request for a stream.
    case icy
    /// `SOURCETABLE nnn`, the version 1 answer to every other request.
    case sourcetable
    /// `OK` alone on a line.
    case ok
    /// `ERROR - reason`, a version 1 refusal.
    case error
    /// A line of other text, which no caster sends.
    case text
    /// No head; the answer begins with stream bytes.
    case missing
  }

  /// The form of the answer's first line.
  public var form: Form
  /// The status; for a form without a number, 200 for success and 0 for failure.
  public var status: Int
  /// The text after the status on its line, or the whole line of a form without a status.
  public var reason: String
  /// The header lines.
  public var fields = NtripHeaderFields()

  /// The protocol version of the answer.
  public var version: NtripVersion {
    if case .http(let minorVersion) = form, minorVersion >= 1 { return .two }
    guard let told = fields["Ntrip-Version"] else { return .one }
    return told.utf8.contains(UInt8(ascii: "2")) ? .two : .one
  }

  /// Whether the head announces a sourcetable.
  public var announcesSourcetable: Bool {
    if form == .sourcetable { return true }
    return status == 200 && contentType.contains(phrase: "gnss/sourcetable")
  }

  /// Whether the head announces an HTML page.
  var announcesPage: Bool { contentType.contains(phrase: "text/html") }

  private var contentType: ArraySlice<UInt8> { Array((fields["Content-Type"] ?? "").utf8)[...] }
}

extension NtripResponseHead {
  /// Parses the first line, given without its line end; `nil` if the line is no form of a caster's answer.
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

  /// Creates a head from the text after the form's keyword: three status digits and the reason.
  ///
  /// The status is limited to three digits, because one caster in use omits the line end after `OK`.
  private init?(form: Form, statusAndReason rest: ArraySlice<UInt8>) {
    let rest = rest.trimmed
    guard let status = rest.prefix(3).decimalInteger, status >= 100 else { return nil }
    self.init(form: form, status: status, reason: rest.dropFirst(3).trimmed.text)
  }
}
