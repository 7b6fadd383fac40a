public import NtripProtocol
internal import RTCMParser

/// A caster's stream as an asynchronous sequence of RTCM 3 frames.
///
/// ```swift
/// for try await frame in NtripStream(from: try NtripURL("ntrip://host/BASE")).frames {
///   print(frame.messageType ?? 0, frame.bytes.count)
/// }
/// ```
/// The sequence has only whole frames with a correct CRC, each once and in order. Frames torn by a broken
/// connection are left out. At most one piece of the stream is read ahead, so a slow reader slows the caster
/// down. The sequence ends and throws as ``NtripStream`` does, and continues after temporary failures.
public struct NtripFrames: AsyncSequence, Sendable {
  /// A frame of the stream.
  public struct Element: Hashable, Sendable {
    /// The frame, from 0xD3 to the last byte of the CRC.
    public let bytes: [UInt8]
    /// The message number, DF002; `nil` if the frame is too short for a message number.
    public let messageType: UInt16?

    /// The message, from DF002 on.
    public var payload: ArraySlice<UInt8> {
      bytes[RTCMFrame.headerLength..<(bytes.count - RTCMFrame.checkLength)]
    }
  }

  /// The failure that ends an iteration when no other attempt follows.
  public typealias Failure = NtripFailure

  private let stream: NtripStream

  init(of stream: NtripStream) { self.stream = stream }

  /// Connects, and returns an iterator over the frames to come.
  public func makeAsyncIterator() -> Iterator { Iterator(stream.makeAsyncIterator()) }

  /// An iterator that waits for each next frame.
  public struct Iterator: AsyncIteratorProtocol {
    /// The length of the piece that is scanned for frames at a time, bytes.
    private static let pieceLength = 1024

    private var stream: NtripStream.Iterator
    private var scanner = FrameScanner()
    private var bytes: ArraySlice<UInt8> = []
    private var found: ArraySlice<Element> = []

    fileprivate init(_ stream: NtripStream.Iterator) { self.stream = stream }

    /// The link of this iteration, for its status or to stop it.
    public var link: NtripLink { stream.link }

    /// Returns the next frame; `nil` when the link was stopped or the task was cancelled.
    public mutating func next() async throws(NtripFailure) -> Element? {
      try await next(isolation: #isolation)
    }

    /// Returns the next frame; `nil` when the link was stopped or the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NtripFailure) -> Element? {
      while true {
        if let frame = found.popFirst() { return frame }
        if !bytes.isEmpty {
          scanPiece()
        } else {
          switch try await stream.next(isolation: actor) {
          case .data(let data)?: bytes = data[...]
          case .status(let status)?: if status.state != .streaming { endStream() }
          case nil: return nil
          }
        }
      }
    }

    private mutating func scanPiece() {
      let piece = Array(bytes.prefix(Self.pieceLength))
      bytes.removeFirst(piece.count)
      var frames: [Element] = []
      scanner.consume(piece.span) {
        frames.append(Element(bytes: copy(of: $0.bytes), messageType: $0.messageType))
      }
      found = frames[...]
    }

    /// Ends a connection's stream, so that a torn frame is not joined with the next connection's bytes.
    private mutating func endStream() {
      var frames: [Element] = []
      scanner.finish {
        frames.append(Element(bytes: copy(of: $0.bytes), messageType: $0.messageType))
      }
      found = frames[...]
    }
  }
}

extension NtripStream {
  /// The stream's RTCM 3 frames, each iteration on a link of its own; positions reported to the stream are
  /// sent there.
  public var frames: NtripFrames { NtripFrames(of: self) }
}

/// Returns a copy of a frame's bytes.
private func copy(of frame: Span<UInt8>) -> [UInt8] {
  var bytes: [UInt8] = []
  // Sound: the buffer is only read, and only while the span is borrowed.
  unsafe frame.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  return bytes
}
