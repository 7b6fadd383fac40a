internal import BoardFirmware
internal import Mathematics
internal import NtripProtocol

/// Where a hosted board's corrections come from.
enum BoardLink: CorrectionLink {
  /// From nowhere.
  case none
  /// From a caster in the same memory.
  case memory(MemoryLink)
  /// From a caster on the network.
  case network(NetworkLink)

  func receive(into buffer: inout [UInt8], at now: Duration) {
    switch self {
    case .none: break
    case .memory(let link): link.receive(into: &buffer, at: now)
    case .network(let link): link.receive(into: &buffer, at: now)
    }
  }

  func report(position: GGASentence, at now: Duration) {
    switch self {
    case .none: break
    case .memory(let link): link.report(position: position, at: now)
    case .network(let link): link.report(position: position, at: now)
    }
  }

  func status(at now: Duration) -> NtripLinkStatus {
    switch self {
    case .none: NtripLinkStatus()
    case .memory(let link): link.status(at: now)
    case .network(let link): link.status(at: now)
    }
  }

  /// Bytes of the stream that a caster in the same memory has sent.
  var casterBytes: Int {
    switch self {
    case .none, .network: 0
    case .memory(let link): link.casterBytes
    }
  }

  /// Where the base of a caster on the network is, once that is known.
  var station: ECEFPosition? {
    if case .network(let link) = self { link.station } else { nil }
  }

  /// Keeps back what comes in real time, or lets it through again.
  func hold(_ isHeld: Bool) {
    if case .network(let link) = self { link.isHeld = isHeld }
  }

  /// Loses its connection, as a board without power does.
  func cutPower() {
    switch self {
    case .none: break
    case .memory(let link): link.cutPower()
    case .network(let link): link.stop()
    }
  }

  /// Begins anew.
  func restorePower() {
    switch self {
    case .none: break
    case .memory(let link): link.restorePower()
    case .network(let link): link.restart()
    }
  }

  /// Closes what is open.
  func stop() {
    if case .network(let link) = self { link.stop() }
  }
}
