public import GNSSBasics
internal import BoardFirmware

/// Waits until a board serves and, when asked for, has a fix.
public struct BoardWait {
  private let url: BoardURL
  private let fix: GNSSFix?
  private let isWanted: @Sendable () -> Bool
  private let pause: (Duration) -> Void
  private let report: (String) -> Void

  /// Creates a wait.
  ///
  /// - Parameters:
  ///   - url: Where the board is; below `/boards/2/` one of many.
  ///   - fix: The fix to wait for, or a better one; `nil` when a status is enough.
  ///   - isWanted: Asked several times a second; `false` ends the wait.
  ///   - pause: Waits for some time between two requests.
  ///   - report: Told why it is not ready yet, whenever that changes.
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

  /// Asks twice a second until the board is ready, or the time is over.
  ///
  /// - Parameter timeout: How long to wait at most; the board is asked once in any case.
  /// - Returns: What the last answer said.
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
