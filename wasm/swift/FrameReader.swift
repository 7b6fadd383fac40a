internal import RTCMParser
internal import RTCMStreams
internal import RTCMText
internal import TextOutput

/// A reader of single frames as text.
///
/// Each form of JSON has a writer, which keeps the members' names.
final class FrameReader {
  private let writers = (0..<4).map {
    FrameJSONWriter(showsRaw: $0 & 1 != 0, showsObservations: $0 & 2 != 0)
  }

  /// Returns a frame's text in a form of `rtcm_frame`; `nil` for bytes that are not exactly one frame.
  func text(of bytes: Span<UInt8>, at offset: Double, form: Int32) -> [UInt8]? {
    var scanner = FrameScanner()
    var text: [UInt8]?
    scanner.consume(bytes) { frame in
      guard frame.bytes.count == bytes.count else { return }
      text = self.text(
        of: FrameView(bytes: frame.bytes, offset: Int(exactly: offset) ?? 0), form: form)
    }
    return text
  }

  private func text(of frame: borrowing FrameView, form: Int32) -> [UInt8]? {
    switch form {
    case 0..<4: try? writers[Int(form)].json(of: frame)
    case 4: Array(FrameLine(of: frame).description.utf8)
    case 8: (try? FrameDescription(of: frame)).map { FieldPlaces.json(of: $0) }
    default: nil
    }
  }

  /// Returns a message type's name; empty for an unknown type.
  static func name(of type: Int32) -> [UInt8] {
    guard let type = UInt16(exactly: type), let name = MessageName.of(type) else { return [] }
    return Array(name.utf8)
  }
}
