public import GNSSBasics
internal import BoardFirmware

/// A wait for a board that answers and, if required, has a fix.
public struct BoardWait {
  private let url: BoardURL
  private let fix: GNSSFix?
  private let isWanted: @Sendable () -> Bool
  private let pause: (Duration) -> Void
  private let report: (String) -> Void

  /// Creates a wait.
  ///
  /// - Parameters:
  ///   - url: The URL of the board; with a path such as `/boards/2/` for one of many boards.
  ///   - fix: The required fix, or a better one; `nil` when a status is enough.
  ///   - isWanted: Called several times a second; returns `false` to end the wait.
  ///   - pause: Waits for a duration between two requests.
  ///   - report: Called with the reason why the board is not ready, whenever it changes.
  public init(
    _ url: BoardURL, for fix: GNSSFix?, isWanted: @escaping @Sendable () -> Bool = { true },
    pause: @escaping (Duration) -> Void, report: @escaping (String) -> Void = { _ in }
  ) {
    self.url = url.asking(for: url.path.trimmingSlash + "/api/v1/status")
    self.fix = fix
    self.isWanted = isWanted
    self.pause = pause
    self.report = report
  }

  /// Requests the status twice a second until the board is ready or the timeout has passed.
  ///
  /// - Parameter timeout: The longest wait; at least one request is made in any case.
  /// - Returns: The readiness according to the last answer.
  public func run(atMost timeout: Duration) -> BoardReadiness {
    let end = ContinuousClock.now + timeout
    var last = BoardReadiness.notYet("not asked")
    repeat {
      let readiness = BoardReadiness(ask(until: end), wanting: fix)
      if case .ready = readiness { return readiness }
      if readiness != last, case .notYet(let reason) = readiness { report(reason) }
      last = readiness
      pause(min(.milliseconds(500), end - .now))
    } while isWanted() && .now < end
    return last
  }

  private func ask(until end: ContinuousClock.Instant) -> BoardExchange {
    let request = BoardRequest(path: url.path)
    let deadline = max(min(end, .now + .seconds(5)), .now + .milliseconds(200))
    do throws(BoardFailure) {
      let connection = try BoardConnection(to: url, until: deadline, isWanted: isWanted)
      try connection.send(request, until: deadline)
      return BoardExchange(
        request, outcome: .answered(try connection.answer(to: request, until: deadline)))
    } catch {
      return BoardExchange(request, outcome: .failed(error))
    }
  }
}

extension String {
  fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
