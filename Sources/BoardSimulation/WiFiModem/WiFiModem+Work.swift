extension WiFiModem {
  /// Does a thing that is due.
  mutating func perform(_ act: ModemAgenda.Act) {
    switch act {
    case .execute: execute()
    case .answer(let text): answer(text)
    case .associate, .address, .joinFailed: takeJoinStep(act)
    case .faultChange: meetHotspot()
    case .connectionLimit, .opened, .failed, .acknowledge, .sendLimit, .close, .idleLinks:
      takeLinkStep(act)
    case .echo(let milliseconds): endPing(milliseconds)
    case .reset(let cause): reset(cause: cause)
    case .noise(let cause): sayNoise(cause: cause)
    case .ready: beReady()
    case .changeRate(let baud): changeRate(to: baud)
    }
  }

  private mutating func changeRate(to baud: Int) {
    releaseOutput()
    output.format.baud = baud
    mode = .ready
  }
}
