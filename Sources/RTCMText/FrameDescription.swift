public import RTCMParser
import TextOutput

/// One frame of a stream, decoded as far as it goes.
public struct FrameDescription: Sendable {
  /// Where the frame begins in the stream.
  public let offset: Int
  /// The frame's bytes, header and CRC included.
  public let length: Int
  /// DF002; `nil` when the payload is too short for it.
  public let type: UInt16?
  /// The fields, or why there are none.
  public let content: Result<MessageDescription, RTCMDecodingError>
  /// The payload of a frame that cannot be decoded.
  private let undecoded: [UInt8]

  /// Decodes a frame.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` never for a frame that a scanner found.
  public init(of frame: borrowing FrameView) throws(RTCMEncodingError) {
    offset = frame.offset
    length = frame.bytes.count
    type = frame.messageType
    let message: RTCMMessage
    do throws(RTCMDecodingError) {
      message = try RTCMMessage(decoding: frame.payload)
    } catch {
      content = .failure(error)
      undecoded = frame.payload.indices.map { frame.payload[$0] }
      return
    }
    undecoded = []
    content = .success(try MessageDescription(of: message))
  }

  /// The frame as a JSON object: where it is, what it is, and its message or the error
  /// with the payload.
  ///
  /// - Parameter showsRaw: Adds the integers on the wire beside the values.
  /// - Returns: The object, on one line.
  public func json(showsRaw: Bool) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("offset", offset)
      json.member("length", length)
      json.member("type", type)
      switch content {
      case .success(let message):
        json.member("message") { message.write(.value, to: &$0) }
        if showsRaw { json.member("raw") { message.write(.raw, to: &$0) } }
      case .failure(let error):
        write(error, to: &json)
        json.member(JSONNames.payload, undecoded.hexadecimal)
      }
    }
    return json.text
  }

  /// The frame for people: a heading, then a line for each field or the error.
  public var table: String {
    let name = type.flatMap { MessageName.of($0) }.map { " \($0)" } ?? ""
    let heading = "\(type.map { "\($0)" } ?? "no type")\(name): \(length) bytes at \(offset)"
    switch content {
    case .success(let message):
      return heading + "\n" + MessageDescription.tableHeading() + "\n" + message.table()
    case .failure(let error): return heading + "\n  error: \(error)"
    }
  }

  private func write(_ error: RTCMDecodingError, to json: inout JSONWriter) {
    json.object("error") { json in
      json.member("reason", "\(error)")
      json.member("field", error.field.map { DataField.label($0) })
      json.member("bit_offset", error.bitOffset)
    }
  }
}
