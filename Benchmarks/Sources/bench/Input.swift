import ByteTable
import RTCMParser

/// What is measured with.
struct Input {
  let name: String
  /// The files, one behind the other.
  let once: [UInt8]
  /// The same, repeated.
  let stream: [UInt8]
  /// How many valid frames the stream has.
  let frameCount: Int
  /// Whether there is next to nothing but frames; the targets are for such input only.
  let isClean: Bool

  /// Repeats some bytes to about so many.
  init(name: String, once: [UInt8], byteCount: Int) {
    self.name = name
    self.once = once
    let copies = max(1, (byteCount + once.count / 2) / once.count)
    var stream: [UInt8] = []
    stream.reserveCapacity(once.count * copies)
    for _ in 0..<copies { stream += once }
    self.stream = stream
    frameCount = stream.withUnsafeBufferPointer {
      byte_table_count_frames($0.baseAddress, $0.count)
    }
    var scanner = FrameScanner()
    scanner.consume(once.span) { _ in }
    isClean = scanner.counts.otherBytes * 10 < once.count
  }

  /// Takes every tenth frame of some bytes, behind one another and once.
  init(name: String, everyTenthFrameOf bytes: [UInt8]) {
    var (scanner, found, slice) = (FrameScanner(), 0, [UInt8]())
    scanner.consume(bytes.span) { frame in
      if found % 10 == 0 { for index in frame.bytes.indices { slice.append(frame.bytes[index]) } }
      found += 1
    }
    self.init(name: name, once: slice, byteCount: slice.count)
  }
}
