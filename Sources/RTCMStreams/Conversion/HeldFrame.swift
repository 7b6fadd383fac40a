/// An observation that says that more of its epoch follows, and the bytes that came after it.
struct HeldFrame: Sendable {
  private var bytes: [UInt8] = []
  private var frameLength = 0
  private var flagPosition = 0

  var isEmpty: Bool { frameLength == 0 }
  /// Whether more bytes follow the frame than belong between two observations of one epoch: over 16 KiB.
  var isFull: Bool { bytes.count > 16 * 1024 }

  /// Holds a frame whose DF393 or DF005 is at a bit of its payload.
  mutating func hold(_ frame: [UInt8], flagPosition: Int) {
    (bytes, frameLength) = (frame, frame.count)
    self.flagPosition = RTCMFrame.headerLength * 8 + flagPosition
  }

  /// Appends bytes after the frame.
  mutating func follow(_ more: Span<UInt8>) { bytes.append(contentsOf: more) }

  /// Marks the frame as the last of its epoch.
  mutating func endEpoch() {
    var frame = Array(bytes[..<frameLength])
    frame.replaceBits(at: flagPosition, count: 1, with: 0)
    RTCMFrame.remakeCheck(of: &frame)
    bytes.replaceSubrange(..<frameLength, with: frame)
  }

  /// Appends the frame and the bytes after it to `output`, and empties the buffer.
  mutating func release(into output: inout [UInt8]) {
    output += bytes
    bytes.removeAll(keepingCapacity: true)
    frameLength = 0
  }
}
