package import BoardFirmware
package import GNSSBasics
package import NtripProtocol

/// A link to a caster on the network, kept by the program that hosts the board.
package protocol OutsideLink: AnyObject, CorrectionLink {
  /// The link's target, to be shown to users.
  var name: String { get }
  /// The base's position; `nil` before the first message 1005 or 1006.
  var station: ECEFPosition? { get }
  /// Whether received bytes are held back, while board time runs faster than the caster's time.
  var isHeld: Bool { get set }
  /// Appends the bytes that have arrived.
  func receive(into buffer: inout [UInt8], at now: Duration)
  /// Reports the board's position to the caster.
  func report(position: GGASentence, at now: Duration)
  /// Closes the connection; `restart()` opens a new one.
  func stop()
  /// Connects again, after ``stop()``.
  func restart()
}

/// The source of a board's corrections.
package enum VirtualLink {
  /// No corrections: the board has no link.
  case none
  /// A caster in the same memory.
  case memory(MemoryLink)
  /// A caster on the network.
  case outside(any OutsideLink)

  /// Appends the bytes that have arrived; bytes from the caster pass through `air` first.
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

  /// Whether the corrections are those of the built-in base, which observes the board's own sky.
  var isOwnBase: Bool {
    if case .memory(let link) = self { link.isOwnBase } else { false }
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

  /// The stream bytes sent by a caster in the same memory; 0 without such a caster.
  var casterBytes: Int {
    switch self {
    case .none, .outside: 0
    case .memory(let link): link.casterBytes
    }
  }

  /// The position of an outside caster's base; `nil` until it is known.
  var station: ECEFPosition? {
    if case .outside(let link) = self { link.station } else { nil }
  }

  /// Holds back bytes that an outside caster sends, or lets them through again.
  func hold(_ isHeld: Bool) {
    if case .outside(let link) = self { link.isHeld = isHeld }
  }

  /// Drops the connection, but keeps the link's state.
  func loseConnection(at now: Duration) {
    switch self {
    case .none: break
    case .memory(let link): link.loseConnection(at: now)
    case .outside(let link): link.stop()
    }
  }

  /// Lets an outside link connect again, after ``loseConnection(at:)``.
  func regainConnection() {
    if case .outside(let link) = self { link.restart() }
  }

  /// Drops the connection, as a board does that loses power.
  func cutPower() {
    switch self {
    case .none: break
    case .memory(let link): link.cutPower()
    case .outside(let link): link.stop()
    }
  }

  /// Restarts the link after `cutPower()`, with no memory of the time before.
  func restorePower() {
    switch self {
    case .none: break
    case .memory(let link): link.restorePower()
    case .outside(let link): link.restart()
    }
  }

  /// Closes an outside link.
  func stop() {
    if case .outside(let link) = self { link.stop() }
  }
}
