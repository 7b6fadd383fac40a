internal import NtripProtocol

/// A log on standard error of changes of a link to a caster.
struct LinkLog {
  let isQuiet: Bool
  private var last: NtripLinkStatus?

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Writes a change of state or error since the last status.
  mutating func update(_ status: NtripLinkStatus) {
    guard !isQuiet, last?.state != status.state || last?.error != status.error else { return }
    Console.note("\(status.state.rawValue)" + (status.error.map { ": \($0)" } ?? ""))
    last = status
  }
}
