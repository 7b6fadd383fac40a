/// The data port of the board: answers requests from the board's last sample.
///
/// An answer depends only on the arguments: the data port opens nothing, waits for nothing and has no clock.
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
  ///   - request: The request.
  ///   - snapshot: The board's last sample.
  ///   - now: The board time of the answer, for ages.
  ///   - configuration: The configuration of the data port.
  ///   - legacyPage: The page of the original firmware, which grows with every request and is cleared at
  ///     each boot. The owner of the port keeps one page for each board; the other dialects do not use
  ///     it.
  /// - Returns: The answer; for HEAD the answer to GET, whose body the listener omits.
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
