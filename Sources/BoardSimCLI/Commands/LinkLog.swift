internal import NtripProtocol

/// Tells on standard error what changes on a link to a caster.
struct LinkLog {
  let isQuiet: Bool
  private var last: NtripLinkStatus?

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Says what is different from the last time.
  mutating func update(_ status: NtripLinkStatus) {
    guard !isQuiet, last?.state != status.state || last?.error != status.error else { return }
    Console.note("\(status.state.rawValue)" + (status.error.map { ": \($0)" } ?? ""))
    last = status
  }
}
