internal import HTTPMessages
internal import TextOutput

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An order to a board by MQTT: a request of the control port as a JSON object.
///
/// ```json
/// {"id": "7", "method": "POST", "path": "/api/v1/faults", "body": {"fault": "nack", "part": "bme280"}}
/// ```
struct TelemetryOrder {
  /// The word by which the sender knows the answer; `nil` for none.
  var id: String?
  var request: HTTPRequest

  /// The longest order, bytes.
  static let longest = 65_536

  /// A message that is no order: the word of the sender, if it could be read, and the mistake.
  struct Refusal: Error, Hashable {
    var id: String?
    var message: String
  }

  /// Reads an order.
  init(_ message: [UInt8]) throws(Refusal) {
    guard message.count <= Self.longest else {
      throw Refusal(message: "an order has \(Self.longest) bytes at most")
    }
    let form = #"an order is {"id": "…", "method": "POST", "path": "/api/v1/…", "body": {…}}"#
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(message)) else {
      throw Refusal(message: form)
    }
    id = document.id?.text
    if let id, id.utf8.count > 100 { throw Refusal(message: "an order's id has 100 bytes at most") }
    guard document.path.hasPrefix("/api/v1/"), document.path.utf8.count <= 1000 else {
      throw Refusal(id: id, message: "the order's path is none of the control port; \(form)")
    }
    let method = HTTPMethod(document.method ?? "GET")
    if case .other = method {
      throw Refusal(id: id, message: "the order's method is none; \(form)")
    }
    var json = JSONWriter()
    document.body?.write(to: &json)
    request = HTTPRequest(
      method, document.path, fields: [HTTPField("Content-Type", "application/json")],
      body: json.bytes)
  }

  private struct Document: Decodable {
    var id: ID?
    var method: String?
    var path: String
    var body: JSONTree?
  }

  /// The sender's word: a text or a whole number.
  private struct ID: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      // The decoder tells a value's type only by refusing the others.
      text = try (try? value.decode(Int.self)).map { "\($0)" } ?? value.decode(String.self)
    }
  }

  /// Returns the answer to an order as a message.
  ///
  /// - Parameters:
  ///   - id: The sender's word.
  ///   - status: The status of HTTP.
  ///   - body: The body of the answer; JSON is put in as it is, other text as a string.
  /// - Returns: A JSON object.
  static func answer(_ id: String?, status: Int, body: [UInt8]) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("id", id)
      json.member("status", status)
      json.member("body") { json in
        if body.isEmpty {
          json.value(nil as String?)
        } else if (try? JSONDecoder().decode(JSONTree.self, from: Data(body))) != nil {
          json.value(json: body)
        } else {
          json.value(String(decoding: body, as: UTF8.self))
        }
      }
    }
    return json.bytes
  }

  /// Returns the answer that refuses an order, in the form of the control port's errors.
  static func answer(_ refusal: Refusal, status: Int = 400) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("error", refusal.message)
      json.member("status", status)
    }
    return answer(refusal.id, status: status, body: json.bytes)
  }
}
