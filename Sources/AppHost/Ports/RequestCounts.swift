internal import AppServer
internal import HTTPMessages
internal import Locks

/// The number of requests by place and status.
final class RequestCounts: Sendable {
  private let counts = Lock<[String: Int]>([:])

  /// Counts a request under its place: open data, weather, API, data of the page, or page, so that unknown
  /// paths cannot fill the memory.
  func count(_ status: Int, at request: HTTPRequest) {
    let key = "place=\"\(Self.place(of: request))\",status=\"\(status)\""
    counts.withLock { $0[key, default: 0] += 1 }
  }

  private static func place(of request: HTTPRequest) -> String {
    switch ServerFault.Place(of: request) {
    case .server: "api"
    case .openData: "open-data"
    case .weather: "weather"
    case nil: request.path.hasPrefix("/view/") ? "view" : "page"
    }
  }

  /// Returns the request counts and a journal's findings in Prometheus's text format.
  func metrics(_ journal: ClientJournal) -> String {
    var lines = [
      "# HELP boardsim_server_info The server's name among those that share a store.",
      "# TYPE boardsim_server_info gauge",
      "boardsim_server_info{node=\"\(journal.node)\"} 1",
      "# HELP boardsim_server_requests_total Requests by place and status.",
      "# TYPE boardsim_server_requests_total counter",
    ]
    for (key, count) in counts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      lines.append("boardsim_server_requests_total{\(key)} \(count)")
    }
    lines += [
      "# HELP boardsim_server_findings_total Requests with something wrong, by finding.",
      "# TYPE boardsim_server_findings_total counter",
    ]
    var totals: [String: Int] = [:]
    for record in journal.findings {
      totals[record.finding.kind.rawValue, default: 0] += record.count
    }
    for (kind, count) in totals.sorted(by: { $0.key < $1.key }) {
      lines.append("boardsim_server_findings_total{id=\"\(kind)\"} \(count)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
