internal import Locks
internal import Mathematics
internal import NtripProtocol
internal import Platform
internal import TextOutput

/// The last requests to a caster, with their outcomes.
final class RequestLog: Sendable {
  /// The number of requests kept.
  static let limit = 200

  fileprivate struct Entry {
    var time: Duration
    var request: AnsweredRequest
  }

  private struct State {
    var entries = Ring<Entry>(limit: limit)
    var total = 0
  }

  private let state = Lock(State())
  private let clock: CasterClock

  /// Creates an empty log.
  init(_ clock: CasterClock) { self.clock = clock }

  /// Appends a request, with the present time.
  func append(_ request: AnsweredRequest) {
    state.withLock { state in
      state.entries.append(Entry(time: clock.elapsed, request: request))
      state.total += 1
    }
  }

  /// The log as an object, for JSON and its schema.
  var described: DescribedValue {
    let (entries, total) = state.withLock { ($0.entries.ordered, $0.total) }
    return Self.described(entries, total)
  }

  /// A log with one request, from which the schema is made.
  static var example: DescribedValue {
    let request = AnsweredRequest(outcome: .stream)
    return described([Entry(time: .zero, request: request)], 1)
  }

  private static func described(_ entries: [Entry], _ total: Int) -> DescribedValue {
    .object(
      [
        Described("total", count: total, "Requests since the caster began"),
        Described("requests", .array(entries.map(\.described)), "The last ones, the oldest first"),
      ], schema: "Requests")
  }
}

extension RequestLog.Entry {
  fileprivate var described: DescribedValue {
    .object([
      Described(
        "time", number: time.inSeconds, decimals: 3, "Since the caster began", unit: "seconds"),
      Described("address", text: request.address, "The client's address"),
      Described("method", text: request.method?.name, "Null for bytes that are no request"),
      Described("mountpoint", text: request.mountpoint, "Empty for the sourcetable"),
      Described("version", count: request.version == .two ? 2 : 1, "The protocol's version"),
      Described("user", text: request.user, "The user name, empty without a login"),
      Described("agent", text: request.agent, "The client's program"),
      Described("outcome", .word(request.outcome.word, of: AnsweredRequest.Outcome.words)),
      Described("reason", text: request.outcome.reason, "Why the request was refused"),
      Described("fault", text: request.fault?.rawValue, "The fault that changed the answer"),
    ])
  }
}

extension AnsweredRequest.Outcome {
  /// The reason of a refusal, with its remedy; `nil` for other outcomes.
  fileprivate var reason: String? {
    if case .refused(let refusal) = self { "\(refusal)" } else { nil }
  }
}
