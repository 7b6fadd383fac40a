internal import Bytes
internal import RTCMParser
public import RTCMStreams
internal import TextOutput

/// A writer of frames as JSON objects, one object a line.
///
/// Use one writer for all frames of a stream: it keeps the member names of each message type.
public final class FrameJSONWriter {
  private let showsRaw, showsObservations: Bool
  private var writer = MessageJSONWriter()

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - showsRaw: Whether to add the integers on the wire beside the values.
  ///   - showsObservations: Whether to add a message's observations, each in metres, cycles, hertz and dB-Hz.
  public init(showsRaw: Bool = false, showsObservations: Bool = false) {
    (self.showsRaw, self.showsObservations) = (showsRaw, showsObservations)
  }

  /// Returns the frame as a JSON object: its place, its type, and its message, or the error with the payload.
  ///
  /// - Returns: The object as UTF-8, on one line, without a line end.
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` never for a frame that a scanner found.
  public func json(of frame: borrowing FrameView) throws(RTCMEncodingError) -> [UInt8] {
    let content: Result<RTCMMessage, RTCMDecodingError>
    do throws(RTCMDecodingError) {
      content = .success(try RTCMMessage(decoding: frame.payload))
    } catch { content = .failure(error) }
    return try json(
      of: content, at: frame.offset, length: frame.bytes.count, type: frame.messageType,
      payload: frame.payload)
  }

  /// Returns the JSON object of a frame's parts; the payload is used only if the message cannot be decoded.
  func json(
    of content: Result<RTCMMessage, RTCMDecodingError>, at offset: Int, length: Int, type: UInt16?,
    payload: Span<UInt8>
  ) throws(RTCMEncodingError) -> [UInt8] {
    writer.json = JSONWriter()
    writer.json.begin(UInt8(ascii: "{"))
    writer.json.member("offset", offset)
    writer.json.member("length", length)
    writer.json.member("type", type)
    switch content {
    case .success(let message):
      writer.json.key(json: Self.message)
      try writer.write(message, .value)
      if let time = message.impossibleTime {
        writer.json.member("impossible_time", time.description)
      }
      if showsRaw {
        writer.json.key(json: Self.raw)
        try writer.write(message, .raw)
      }
      if showsObservations {
        writer.json.member("observations") {
          ObservationTable(message.observations).write(to: &$0)
        }
      }
    case .failure(let error):
      writer.json.member("error") { error.write(to: &$0) }
      writer.json.member(JSONNames.payload, Array(payload).hexadecimal)
    }
    writer.json.end(UInt8(ascii: "}"))
    return writer.json.bytes
  }

  private static let message = Array("\"message\":".utf8)
  private static let raw = Array("\"raw\":".utf8)
}
