internal import BoardFirmware
internal import GNSSBasics
internal import HTTPMessages
internal import HTTPServer
internal import Mathematics
internal import Platform
internal import TextOutput
import Locks

/// A journal of a data port's requests and replies, limited to the last ten thousand.
final class RequestJournal: Sendable {
  /// A request and its reply.
  struct Entry: Hashable, Sendable {
    /// The board time of the request.
    var time: Duration
    var method: String
    /// The path and query of the request.
    var target: String
    /// The status of the response; `nil` where the connection was reset.
    var status: Int?
    /// The number of body bytes, before any fault cut them.
    var byteCount: Int
    var type: String?
    /// The real time until the reply was ready.
    var wait: Duration
  }

  private struct State {
    var entries = Ring<Entry>(limit: limit)
    var total = 0
  }

  static let limit = 10_000
  private let state = Lock(State())
  private let whenAppended: @Sendable (Entry) -> Void

  /// Creates an empty journal.
  ///
  /// - Parameter whenAppended: Called with each request, on the thread that appends it.
  init(whenAppended: @escaping @Sendable (Entry) -> Void = { _ in }) {
    self.whenAppended = whenAppended
  }

  /// Appends a request.
  func append(_ entry: Entry) {
    state.withLock { state in
      state.total += 1
      state.entries.append(entry)
    }
    whenAppended(entry)
  }

  /// Removes all entries, and resets the total.
  func clear() { state.withLock { $0 = State() } }

  /// The entries, oldest first, and the total number of requests.
  var contents: (entries: [Entry], total: Int) {
    state.withLock { ($0.entries.ordered, $0.total) }
  }
}

extension RequestJournal.Entry {
  init(
    _ request: HTTPRequest, _ reply: HTTPReply, at time: Duration, after wait: Duration
  ) {
    let query = request.query.map { $0.value.isEmpty ? $0.name : "\($0.name)=\($0.value)" }
    self.init(
      time: time, method: request.method.name,
      target: request.path + (query.isEmpty ? "" : "?" + query.joined(separator: "&")),
      byteCount: 0, wait: wait)
    note(reply)
  }

  private mutating func note(_ reply: HTTPReply) {
    switch reply {
    case .now(let prepared): note(prepared.content)
    case .cut(let response, _), .stream(let response, _): note(response)
    case .raw(let bytes, _): (status, byteCount) = (200, bytes.count)
    case .delayed(let later, let time):
      wait += time
      note(later)
    case .later, .end, .reset: break
    }
  }

  private mutating func note(_ response: HTTPResponse) {
    (status, byteCount) = (response.status, response.body.count)
    type = response.field("Content-Type")
  }
}

// MARK: As JSON

extension RequestJournal {
  /// The journal as the JSON of `GET /api/v1/requests`.
  var json: JSONWriter {
    let (entries, total) = contents
    var json = JSONWriter()
    json.object { json in
      json.member("total", total)
      json.array("requests") { json in
        for entry in entries {
          json.object { json in
            json.member("board_time", entry.time.inSeconds, decimals: 3)
            json.members(of: entry)
          }
        }
      }
    }
    return json
  }

  /// Returns the journal as an HTTP Archive 1.2, for browsers' developer tools.
  ///
  /// Dates are the board's; the archive has no header fields.
  ///
  /// - Parameters:
  ///   - url: The URL of the board, with a slash at the end.
  ///   - bootDate: The date of board time zero.
  /// - Returns: The JSON of the archive.
  func archive(of url: String, bootDate: UnixTime) -> JSONWriter {
    var json = JSONWriter()
    json.object { json in
      json.object("log") { json in
        json.member("version", "1.2")
        json.object("creator") { json in
          json.member("name", "boardsim")
          json.member("version", "1")
        }
        json.array("entries") { json in
          for entry in contents.entries {
            json.object { $0.archive(entry, of: url, bootDate: bootDate) }
          }
        }
      }
    }
    return json
  }
}

extension JSONWriter {
  /// Writes the members of a request besides its board time.
  mutating func members(of entry: RequestJournal.Entry) {
    member("method", entry.method)
    member("target", entry.target)
    member("status", entry.status)
    member("bytes", entry.byteCount)
    member("wait", entry.wait.inSeconds, decimals: 3)
  }

  fileprivate mutating func archive(
    _ entry: RequestJournal.Entry, of url: String, bootDate: UnixTime
  ) {
    let milliseconds = entry.wait / .milliseconds(1)
    member("startedDateTime", CivilTime(bootDate.advanced(by: entry.time)).iso8601)
    member("time", milliseconds, decimals: 3)
    object("request") { json in
      json.member("method", entry.method)
      json.member("url", url + entry.target.drop { $0 == "/" })
      json.archiveMessage()
      json.array("queryString") { _ in }
      json.member("bodySize", -1)
    }
    object("response") { json in
      json.member("status", entry.status ?? 0)
      json.member("statusText", entry.status == nil ? "reset" : "")
      json.archiveMessage()
      json.object("content") { json in
        json.member("size", entry.byteCount)
        json.member("mimeType", entry.type ?? "")
      }
      json.member("redirectURL", "")
      json.member("bodySize", entry.byteCount)
    }
    object("cache") { _ in }
    object("timings") { json in
      json.member("send", 0)
      json.member("wait", milliseconds, decimals: 3)
      json.member("receive", 0)
    }
  }

  private mutating func archiveMessage() {
    member("httpVersion", "HTTP/1.1")
    array("cookies") { _ in }
    array("headers") { _ in }
    member("headersSize", -1)
  }
}
