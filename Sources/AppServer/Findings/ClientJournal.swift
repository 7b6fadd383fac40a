public import GNSSBasics
public import HTTPMessages
import Locks

/// The journal of client requests and their faults: the latest requests, and a record of every finding.
///
/// The journal is safe to use from any thread.
public final class ClientJournal: Sendable {
  private struct State {
    var requests: [RequestRecord] = []
    var count = 0
    var findings: [String: FindingRecord] = [:]
  }

  private let state = Lock(State())
  /// The name of the server among those that share a store, as records tell it.
  public let node: String
  private let whenNew: @Sendable (FindingRecord) -> Void

  /// The number of latest requests kept, and the greatest number of finding records.
  public static let capacity = 1000

  /// Creates an empty journal.
  ///
  /// - Parameters:
  ///   - node: The name of the server among those that share a store; empty for a server without a name.
  ///   - whenNew: Called with each new record of a finding, on the thread that recorded it; not for its
  ///     repetitions.
  public init(node: String = "", whenNew: @escaping @Sendable (FindingRecord) -> Void = { _ in }) {
    (self.node, self.whenNew) = (node, whenNew)
  }

  /// Records a request and its findings.
  public func record(
    _ request: HTTPRequest, from caller: Caller, at time: UnixTime, response: HTTPResponse,
    findings: [Finding]
  ) {
    let target = Self.target(of: request)
    let agent = request.field("User-Agent").map { Refusal.shortened($0) }
    let new = state.withLock { state in
      state.count += 1
      state.requests.append(
        RequestRecord(
          node: node, number: state.count, time: time, client: caller.address,
          method: request.method.name,
          target: target, agent: agent, status: response.status, length: response.body.count,
          findings: findings.map(\.kind)))
      // The array may grow to twice the capacity, so that its elements are moved once in 1,000 requests.
      if state.requests.count >= 2 * Self.capacity {
        state.requests.removeFirst(state.requests.count - Self.capacity)
      }
      return findings.compactMap { add($0, of: request, at: time, to: &state.findings) }
    }
    for record in new { whenNew(record) }
  }

  /// Counts a finding.
  ///
  /// - Returns: The record if it is new; `nil` for a repetition, and where no more records are kept.
  private func add(
    _ finding: Finding, of request: HTTPRequest, at time: UnixTime,
    to findings: inout [String: FindingRecord]
  ) -> FindingRecord? {
    let line = "\(request.method.name) \(Refusal.shortened(request.path))"
    let key = "\(finding.kind.rawValue) \(request.method.name) \(finding.kind.place(request.path))"
    guard findings[key] != nil || findings.count < Self.capacity else { return nil }
    var record =
      findings[key]
      ?? FindingRecord(
        node: node, finding: finding, request: line, count: 0, first: time, last: time)
    record.finding = finding
    record.agent = request.field("User-Agent").map { Refusal.shortened($0) }
    record.count += 1
    record.last = time
    findings[key] = record
    return record.count == 1 ? record : nil
  }

  /// The latest requests, the oldest first.
  public var requests: [RequestRecord] {
    state.withLock { Array($0.requests.suffix(Self.capacity)) }
  }

  /// The number of requests since the start, including those no longer kept.
  public var requestCount: Int { state.withLock { $0.count } }

  /// The findings by severity, the most severe first, then by count, the most frequent first.
  public var findings: [FindingRecord] {
    state.withLock { Array($0.findings.values) }.sorted { a, b in
      let (first, second) = (a.finding.kind, b.finding.kind)
      if first.severity != second.severity { return first.severity > second.severity }
      if a.count != b.count { return a.count > b.count }
      return (first.rawValue, a.request) < (second.rawValue, b.request)
    }
  }

  /// Removes the recorded requests; the request count stays.
  public func clearRequests() { state.withLock { $0.requests = [] } }

  /// Removes the recorded findings.
  public func clearFindings() { state.withLock { $0.findings = [:] } }

  /// Returns the path with its query, cut to 300 characters, with tokens and passwords replaced by "…".
  private static func target(of request: HTTPRequest) -> String {
    let query = request.query.map { field in
      let isSecret = ["token", "password", "$$app_token", "appid"].contains(field.name.lowercased())
      return "\(field.name)=\(isSecret ? "…" : field.value)"
    }
    let text = query.isEmpty ? request.path : request.path + "?" + query.joined(separator: "&")
    return text.utf8.count <= 300 ? text : String(text.prefix(300)) + "…"
  }
}

extension FindingKind {
  /// Returns the path under which a finding is counted: a known path, or empty for unknown paths.
  ///
  /// Unknown paths share one key, so that a client with a thousand different paths cannot fill the memory.
  fileprivate func place(_ path: String) -> String {
    let known = Operation.allCases.map { Operation.base + $0.path }
    let trimmed = path.last == "/" ? String(path.dropLast()) : path
    if known.contains(trimmed) { return trimmed }
    let isData = path.hasPrefix("/resource/") || path.hasPrefix("/data/")
    return isData ? String(path.prefix(40)) : ""
  }
}
