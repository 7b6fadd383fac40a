public import RTCMStreams
package import TextOutput

/// A frame of a stream, decoded as far as possible, as text for people; ``FrameJSONWriter`` is for programs.
public struct FrameDescription: Sendable {
  /// The offset of the frame in the stream.
  public let offset: Int
  /// The length of the frame in bytes, including header and CRC.
  public let length: Int
  /// The message number, DF002; `nil` if the payload is too short for it.
  public let type: UInt16?
  /// The message's fields, or the decoding error.
  public let content: Result<MessageDescription, RTCMDecodingError>
  private let message: Result<RTCMMessage, RTCMDecodingError>
  /// The payload of a frame that cannot be decoded; otherwise empty.
  private let undecoded: [UInt8]

  /// Decodes a frame.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` never for a frame that a scanner found.
  public init(of frame: borrowing FrameView) throws(RTCMEncodingError) {
    offset = frame.offset
    length = frame.bytes.count
    type = frame.messageType
    do throws(RTCMDecodingError) {
      message = .success(try RTCMMessage(decoding: frame.payload))
    } catch { message = .failure(error) }
    switch message {
    case .success(let message):
      content = .success(try MessageDescription(of: message))
      undecoded = []
    case .failure(let error):
      content = .failure(error)
      undecoded = Array(frame.payload)
    }
  }

  /// Returns the frame as a JSON object in the form of ``FrameJSONWriter``, which is faster for many frames.
  public func json(showsRaw: Bool, showsObservations: Bool = false) -> String {
    let writer = FrameJSONWriter(showsRaw: showsRaw, showsObservations: showsObservations)
    // A decoded message never throws.
    let json = try? writer.json(
      of: message, at: offset, length: length, type: type, payload: undecoded.span)
    return String(decoding: json ?? [], as: UTF8.self)
  }

  /// The frame as a table for people: a heading, then a line for each field, or the error.
  ///
  /// Observations follow the fields of a message that has some, in metres, cycles, hertz and dB-Hz. Control
  /// characters of texts are escaped, so that a terminal shows them instead of interpreting them.
  public var table: String {
    let name = type.flatMap { MessageName.of($0) }.map { " \($0)" } ?? ""
    var table = FieldTable()
    table.append(line: "\(type.map { "\($0)" } ?? "no type")\(name): \(length) bytes at \(offset)")
    switch content {
    case .success(let message):
      table.appendHeading()
      table.append(message)
      if case .success(let message) = self.message {
        ObservationTable(message.observations).write(to: &table)
      }
    case .failure(let error): table.append(line: "  error: \(error.reasonForReaders)")
    }
    return table.text
  }
}

extension RTCMDecodingError {
  /// Writes the decoding error of a complete frame's message as a JSON object.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("reason", reasonForReaders)
      json.member("field", field.map { DataField.label($0) } ?? fieldName?.description)
      json.member("bit_offset", bitOffset)
    }
  }

  /// The decoding error of a complete frame's message, with its remedy.
  var reasonForReaders: String {
    switch reason {
    case .truncated:
      "\(finding); the frame's CRC is right, so the sender omitted a field or uses another layout"
    case .tooManyCells: "\(finding); the frame's CRC is right, so its sender must split the message"
    case .unexpectedMessageType: finding
    }
  }
}
