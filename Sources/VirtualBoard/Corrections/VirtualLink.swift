package import BoardFirmware
package import GNSSBasics
package import NtripProtocol

/// A link to a caster beyond this memory, which whoever hosts the board keeps.
package protocol OutsideLink: AnyObject, CorrectionLink {
  /// The link's target, for people.
  var name: String { get }
  /// The base's position, once a message 1005 or 1006 has told it.
  var station: ECEFPosition? { get }
  /// Whether bytes are kept back: while board time runs faster than the caster's.
  var isHeld: Bool { get set }
  /// Takes what has come.
  func receive(into buffer: inout [UInt8], at now: Duration)
  /// Reports where the board is.
  func report(position: GGASentence, at now: Duration)
  /// Closes the connection.
  func stop()
  /// Connects anew, after ``stop()``.
  func restart()
}

/// The origin of a board's corrections.
package enum VirtualLink {
  /// From nowhere.
  case none
  /// From a caster in the same memory.
  case memory(MemoryLink)
  /// From elsewhere.
  case outside(any OutsideLink)

  /// Appends what has arrived; what comes from the caster passes through `air` first.
  func receive(into buffer: inout [UInt8], at now: Duration, air: (inout [UInt8]) -> Void) {
    switch self {
    case .none: break
    case .memory(let link): link.receive(into: &buffer, at: now, air: air)
    case .outside(let link):
      var bytes: [UInt8] = []
      link.receive(into: &bytes, at: now)
      air(&bytes)
      buffer += bytes
    }
  }

  func report(position: GGASentence, at now: Duration) {
    switch self {
    case .none: break
    case .memory(let link): link.report(position: position, at: now)
    case .outside(let link): link.report(position: position, at: now)
    }
  }

  func status(at now: Duration) -> NtripLinkStatus {
    switch self {
    case .none: NtripLinkStatus()
    case .memory(let link): link.status(at: now)
    case .outside(let link): link.status(at: now)
    }
  }

  /// Bytes of the stream that a caster in the same memory has sent.
  var casterBytes: Int {
    switch self {
    case .none, .outside: 0
    case .memory(let link): link.casterBytes
    }
  }

  /// The position of the base of a caster on the network, once that is known.
  var station: ECEFPosition? {
    if case .outside(let link) = self { link.station } else { nil }
  }

  /// Keeps back what comes in real time, or lets it through again.
  func hold(_ isHeld: Bool) {
    if case .outside(let link) = self { link.isHeld = isHeld }
  }

  /// Loses its connection and remembers what it was about.
  func loseConnection(at now: Duration) {
    switch self {
    case .none: break
    case .memory(let link): link.loseConnection(at: now)
    case .outside(let link): link.stop()
    }
  }

  /// May connect again, after ``loseConnection(at:)``.
  func regainConnection() {
    if case .outside(let link) = self { link.restart() }
  }

  /// Loses its connection, as a board without power does.
  func cutPower() {
    switch self {
    case .none: break
    case .memory(let link): link.cutPower()
    case .outside(let link): link.stop()
    }
  }

  /// Begins anew.
  func restorePower() {
    switch self {
    case .none: break
    case .memory(let link): link.restorePower()
    case .outside(let link): link.restart()
    }
  }

  /// Closes what is open.
  func stop() {
    if case .outside(let link) = self { link.stop() }
  }
}
