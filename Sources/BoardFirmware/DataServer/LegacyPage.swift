import TextOutput

/// The page of the original firmware, with its bugs.
///
/// Every request appends eight labelled lines and a further `</html>` to what all earlier ones saw;
/// once that is more than its shield can send, nothing of it is sent any more. Method and path are
/// not looked at. The receiver is never read there, so both coordinates stay what its parser starts
/// with, and the gas sensor shows zero until its first sample.
///
/// Not imitated: what the original's stale temperature did to pressure and humidity. Its sensors'
/// failures froze it; here, a value that no part has delivered is `nan`, as its `String` prints it.
public struct LegacyPage: Hashable, Sendable {
  private var lines: [UInt8] = []

  /// Creates the page of a board that was never asked.
  public init() {}

  /// Grows the page by one measurement and answers with as much as the original would.
  mutating func answer(from measurement: Measurement) -> HTTPResponse {
    // A page that was too long once stays too long: it need not grow further.
    if lines.count <= Self.sendLimit { append(measurement) }
    var body = Array("<!DOCTYPE HTML>\r\n<html>\r\n".utf8)
    if lines.count <= Self.sendLimit { body += lines }
    return HTTPResponse(
      status: 200,
      fields: [HTTPField("Content-Type", "text/html"), HTTPField("Connection", "close")],
      body: body)
  }

  /// The most bytes that the original's shield takes at once; more are refused as a whole.
  private static var sendLimit: Int { 2048 }

  private mutating func append(_ measurement: Measurement) {
    for quantity in DataServerConfiguration.Dialect.legacyHTML.fields {
      guard let line = quantity.row.page else { continue }
      lines += line.label.utf8
      lines += ": ".utf8
      append(measurement[quantity]?.value, in: line)
      lines += "\n".utf8
    }
    lines += "</html>\n".utf8
  }

  private mutating func append(_ value: Double?, in line: Quantity.PageLine) {
    if let constant = line.constant {
      lines += constant.utf8
    } else if let value {
      if !lines.append(decimal: value, decimals: 2) { lines += "nan".utf8 }
    } else {
      lines += line.missing.utf8
    }
  }
}
