/// Answers what the data port is asked, from the board's last sample.
///
/// A function of its arguments alone: it opens nothing, waits for nothing and knows no clock.
///
/// ```swift
/// var page = LegacyPage()
/// let answer = DataServer.answer(
///   to: HTTPRequest(.get, "/"), from: firmware.snapshot, at: now,
///   configuration: DataServerConfiguration(), legacyPage: &page)
/// // answer.body: 22.50;45.30;100653.25;56.07;12;412;1.70;4.00;5.10;5.20;5.20;45.478129100;9.227790700
/// ```
public enum DataServer {
  /// Answers one request.
  ///
  /// - Parameters:
  ///   - request: What is asked.
  ///   - snapshot: The board's last sample.
  ///   - now: The board time of the answer, from which ages are told.
  ///   - configuration: How the port speaks.
  ///   - legacyPage: The page of the original firmware, which grows with every request and begins anew
  ///     with each boot. Whoever owns the port keeps one for each board; no other dialect touches it.
  /// - Returns: The answer to a GET also where HEAD was asked; the listener leaves out its body.
  public static func answer(
    to request: HTTPRequest, from snapshot: BoardSnapshot, at now: Duration,
    configuration: DataServerConfiguration, legacyPage: inout LegacyPage
  ) -> HTTPResponse {
    let path = request.path
    if path == Route.metrics.path || path == "/api" || path.utf8.starts(with: "/api/".utf8) {
      return machineAnswer(
        to: request, from: snapshot, at: now, board: configuration.board)
    }
    if configuration.dialect == .legacyHTML {
      return legacyPage.answer(from: snapshot)
    }
    return textAnswer(to: request, from: snapshot, at: now, configuration: configuration)
  }
}
