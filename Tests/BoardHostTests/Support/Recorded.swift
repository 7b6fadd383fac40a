@testable import BoardHost

/// Constructed records of boards for the checks.
extension BoardRecord {
  /// A body exactly as the apps expect it.
  static let goodBody =
    "22.50;45.30;100653.25;56.07;12;412;1.70;4.00;5.10;5.20;5.20;45.478129100;9.227790700"

  /// The original firmware's answer to its first request.
  static let legacyPage = """
    <!DOCTYPE HTML>\r\n<html>\r\nCO2: 412.00\nHumidity: 45.23\nAltitude: 122.31\nTVOC: 12.00
    Pressure: 99873.25\nTemperature: 23.41\nLatitude: 999000000\nLongitude: 999000000<br>\n</html>\n
    """

  /// Returns the record of a board that answers every request with the same body, and behaves correctly
  /// otherwise.
  static func of(
    _ body: String = goodBody, path: String = "/", fields: [(String, String)] = [],
    status: Int = 200
  ) throws -> BoardRecord {
    let reply = BoardReply(
      status: status,
      fields: ([
        ("Content-Type", "text/plain"), ("Access-Control-Allow-Origin", "*"),
        ("Content-Length", "\(body.utf8.count)"),
      ] + fields).map { BoardReply.Field(name: $0, value: $1) },
      body: Array(body.utf8))
    return try of(reply, path: path)
  }

  /// Returns the record of a board that gives the same answer to every request.
  static func of(_ reply: BoardReply, path: String = "/") throws -> BoardRecord {
    var next = reply
    // The next sample differs.
    next.body = Array(reply.text.replacing("22.50", with: "22.53").utf8)
    func poll(_ second: Int, _ reply: BoardReply) -> BoardExchange {
      BoardExchange(
        sentAt: .seconds(second), elapsed: .milliseconds(5), outcome: .answered(reply))
    }
    var record = BoardRecord(
      url: try BoardURL("http://127.0.0.1:3000\(path)"), first: poll(0, reply))
    record.polls = [poll(0, reply), poll(1, reply), poll(2, next)]
    record.kept = [poll(3, next), poll(3, next), poll(3, next)]
    record.overlapping = [poll(3, next), poll(3, next)]
    record.burst = [poll(4, next), poll(4, next)]
    record.old = poll(4, next)
    record.options = poll(4, next)
    record.head = BoardExchange(
      BoardRequest("HEAD"), outcome: .answered(BoardReply(status: 200, ending: .none)))
    return record
  }

  /// Returns the finding of a check for this record.
  func finding(_ name: String, as dialect: String? = nil) -> CheckFinding? {
    CheckReport(of: self, as: dialect).findings.first { $0.name == name }
  }
}
