internal import BoardFirmware
internal import BoardSimulation
internal import HTTPMessages
internal import HTTPServer
internal import Mathematics

/// The effect of faults on the data port's answers.
struct AnswerFaults: Sendable {
  let faults: PublishedFaults
  let state: BoardState
  /// Whether the board's modem has the faults of the Wi-Fi itself.
  var hasModem = false

  /// Returns the reply after the faults' effects, including delays.
  ///
  /// Of several faults other than delays, the one given last takes precedence.
  func reply(_ answer: @escaping @Sendable () -> HTTPReply) -> HTTPReply {
    let struck = faults.strikes(at: state.snapshot.boardTime).filter {
      !hasModem || $0.kind != .wifiBusy && $0.kind != .wifiClose
    }
    if struck.contains(where: { $0.kind == .wifiBusy }) { return whenIdle(answer) }
    let reply = struck.lazy.compactMap { spoilt(by: $0, answer) }.first ?? answer()
    guard let late = struck.first(where: { $0.kind == .httpLate }) else { return reply }
    return .delayed(reply, by: .seconds(late.value(.seconds) ?? 0))
  }

  private func spoilt(by fault: BoardFault, _ answer: () -> HTTPReply) -> HTTPReply? {
    switch fault.kind {
    case .httpStatus:
      let status = Int(fault.value(.status) ?? 500)
      return .now(
        HTTPResponse(status: status, error: "the board fails (fault http.status)"))
    case .httpHTML: return .now(Self.page)
    case .httpReset, .httpRefuse: return .reset
    case .httpCut, .wifiClose:
      guard case .now(let response) = answer() else { return .reset }
      return .cut(response.content, after: Int(fault.value(.bytes) ?? 0))
    default: return nil
    }
  }

  /// Answers when the Wi-Fi module is no longer busy, by board time.
  private func whenIdle(_ answer: @escaping @Sendable () -> HTTPReply) -> HTTPReply {
    .later { [faults, state] whenDone in
      state.follow { snapshot in
        guard !faults.isOn(.wifiBusy, at: snapshot.boardTime) else { return true }
        whenDone(answer())
        return false
      }
    }
  }

  /// The sign-in page of a hotel network.
  private static let page = HTTPResponse(
    status: 200, fields: [HTTPField("Content-Type", "text/html; charset=utf-8")],
    body: Array(
      """
      <!DOCTYPE html>
      <html><head><title>Sign in</title></head>
      <body><h1>Welcome</h1><p>Please sign in to use this network.</p></body></html>

      """.utf8))
}
