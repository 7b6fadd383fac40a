/// The things that a modem has to do later, the earliest first.
struct ModemAgenda: Sendable {
  /// A thing to do.
  enum Act: Hashable, Sendable {
    /// The command that has been read is carried out.
    case execute
    /// The command ends with an answer.
    case answer(String)
    /// A station is associated with its access point, or refused.
    case associate
    /// A station gets its address.
    case address
    /// An attempt to join has failed, with a code of `+CWJAP`.
    case joinFailed(Int)
    /// A fault begins or ends.
    case faultChange
    /// A connection is given up.
    case connectionLimit(Int)
    /// A connection is there, or has failed, for the sketch to see.
    case opened(Int)
    case failed(Int, ModemConnectionFailure)
    /// The payload is acknowledged, if the network has taken it.
    case acknowledge
    /// A payload is given up.
    case sendLimit
    /// The command that closes a link, or all of them, is done.
    case close([Int])
    /// The ping is answered, or is given up.
    case echo(milliseconds: Int?)
    /// Links of the server that nobody uses are closed.
    case idleLinks
    /// The modem is reset.
    case reset(cause: Int)
    /// The boot loader speaks.
    case noise(cause: Int)
    /// The firmware is ready.
    case ready
    /// The rate of the line changes.
    case changeRate(Int)
  }

  private var entries: [(time: Duration, act: Act)] = []

  /// The time of the first thing.
  var next: Duration? { entries.first?.time }

  /// Adds a thing behind those of the same time.
  mutating func add(_ act: Act, at time: Duration) {
    let index = entries.firstIndex { $0.time > time } ?? entries.endIndex
    entries.insert((time, act), at: index)
  }

  /// Takes the first thing.
  mutating func takeFirst() -> Act { entries.removeFirst().act }

  /// Forgets the things that a condition names.
  mutating func forget(where isForgotten: (Act) -> Bool) {
    entries.removeAll { isForgotten($0.act) }
  }
}
