import Foundation
import Testing

/// A client of a board's events, which reads one event after the other.
public final class EventReader {
  /// An event, with its data as JSON and as text.
  public struct Event {
    /// The id; `nil` for an event of the present state.
    public var id: UInt64?
    /// The kind.
    public var kind: String
    /// The data.
    public var data: JSONDocument
    /// The data as they came.
    public var text = ""
  }

  private let connection: TCPConnection

  /// Connects with HTTP/1.0, whose answers have no chunks.
  public init(_ path: String, port: UInt16, after lastID: String? = nil) throws {
    connection = try TCPConnection(port: port)
    let field = lastID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    try connection.send("GET \(path) HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\n\(field)\r\n")
    let head = try text(before: "\r\n\r\n")
    #expect(head.hasPrefix("HTTP/1.0 200") || head.hasPrefix("HTTP/1.1 200"), "\(head)")
    #expect(head.contains("Content-Type: text/event-stream"))
    #expect(try text(before: "\n\n") == "retry: 1000")
  }

  private func text(before end: String) throws -> String {
    var bytes: [UInt8] = []
    let end = Array(end.utf8)
    while bytes.suffix(end.count) != end[...] { bytes += try connection.read(1) }
    return String(decoding: bytes.dropLast(end.count), as: UTF8.self)
  }

  /// Returns the next event.
  public func next() throws -> Event {
    var event = Event(kind: "", data: try JSONDocument("{}"))
    for line in try text(before: "\n\n").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      let value = parts[1].dropFirst()
      switch parts[0] {
      case "id": event.id = UInt64(value)
      case "event": event.kind = String(value)
      case "data": (event.data, event.text) = (try JSONDocument(String(value)), String(value))
      default: Issue.record("a line '\(line)'")
      }
    }
    return event
  }

  /// Returns the next event of a kind, whatever comes before.
  public func next(_ kind: String) throws -> Event {
    while true {
      let event = try next()
      if event.kind == kind { return event }
    }
  }
}
