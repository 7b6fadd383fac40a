public import NtripProtocol
internal import RTCMParser

/// A stream of a caster as an asynchronous sequence of RTCM 3 frames.
///
/// ```swift
/// for try await frame in NtripStream(from: try NtripURL("ntrip://host/BASE")).frames {
///   print(frame.messageType ?? 0, frame.bytes.count)
/// }
/// ```
/// Only whole frames with a right CRC come, in their order and each once: what a connection that broke has torn is
/// left out. Nothing is read ahead but what one piece of the stream holds, so that a caster feels a reader that
/// is slow. It ends and throws as ``NtripStream`` does, and goes on over failures that pass.
public struct NtripFrames: AsyncSequence, Sendable {
  /// A frame, with its place in the stream.
  public struct Element: Hashable, Sendable {
    /// The frame, from 0xD3 to the last byte of the CRC.
    public let bytes: [UInt8]
    /// The message's type, DF002; `nil` when the frame is too short for one.
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

  /// Connects, and waits for what comes.
  public func makeAsyncIterator() -> Iterator { Iterator(stream.makeAsyncIterator()) }

  /// Waits for one frame after the other.
  public struct Iterator: AsyncIteratorProtocol {
    /// The length of the piece in which frames are looked for before they are returned, bytes.
    private static let pieceLength = 1024

    private var stream: NtripStream.Iterator
    private var scanner = FrameScanner()
    private var bytes: ArraySlice<UInt8> = []
    private var found: ArraySlice<Element> = []

    fileprivate init(_ stream: NtripStream.Iterator) { self.stream = stream }

    /// The link itself, to look at or to stop.
    public var link: NtripLink { stream.link }

    /// The next frame; `nil` when the link was stopped or the task cancelled.
    public mutating func next() async throws(NtripFailure) -> Element? {
      try await next(isolation: #isolation)
    }

    /// The next frame; `nil` when the link was stopped or the task cancelled.
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

    /// Ends the stream of a connection: a torn frame is no beginning of the next connection's bytes.
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
  /// The stream's RTCM 3 frames, on links of their own; positions go up as they are reported to the stream.
  public var frames: NtripFrames { NtripFrames(of: self) }
}

/// Copies a frame that is lent.
private func copy(of frame: Span<UInt8>) -> [UInt8] {
  var bytes: [UInt8] = []
  // Sound: the buffer is only read, and only while the span is borrowed.
  unsafe frame.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  return bytes
}
