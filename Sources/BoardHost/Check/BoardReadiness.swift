public import GNSSBasics
internal import BoardFirmware

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The readiness of a board for a waiting command.
public enum BoardReadiness: Hashable, Sendable {
  /// The board is ready; the associated value is its status.
  case ready(BoardCondition)
  /// The board is not ready yet, with the reason in words.
  case notYet(String)

  /// Judges the answer to a status request.
  ///
  /// - Parameters:
  ///   - exchange: The status request and its outcome.
  ///   - fix: The required fix, or a better one; `nil` when any status is enough.
  public init(_ exchange: BoardExchange, wanting fix: GNSSFix? = nil) {
    guard let reply = exchange.reply else {
      self = .notYet(exchange.failure.map { "\($0)" } ?? "no answer")
      return
    }
    guard reply.status == 200, let condition = BoardCondition(status: reply.body) else {
      self = .notYet(
        "it answers, but \(exchange.request.path) is no status of a simulated board; "
          + "'boardsim check' looks at other boards")
      return
    }
    guard let fix, condition.fix < fix else {
      self = .ready(condition)
      return
    }
    self = .notYet(condition.summary)
  }
}

/// The part of a board's status that matters while waiting for the board.
public struct BoardCondition: Hashable, Sendable {
  /// The board time, seconds since it was switched on.
  public var boardTime: Double
  /// The quality of the board's position.
  public var fix: GNSSFix
  /// The reason for the fix, in the receiver's words.
  public var reason: String?

  /// Reads the body of `/api/v1/status`; `nil` for any other body.
  init?(status body: [UInt8]) {
    guard let document = try? JSONDecoder().decode(StatusDocument.self, from: Data(body)),
      let fix = GNSSFix(name: document.gnss.fix)
    else { return nil }
    boardTime = document.board_time
    self.fix = fix
    reason = document.gnss.reason
  }

  /// The receiver's reason, which begins with the fix; else the fix alone.
  public var summary: String { (reason ?? fix.name).printable(upTo: 200) }
}

private struct StatusDocument: Decodable {
  struct GNSS: Decodable {
    var fix: String
    var reason: String?
  }
  var board_time: Double
  var gnss: GNSS
}
