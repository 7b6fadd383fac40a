internal import RTCMParser
internal import RTCMText
internal import TextOutput

/// The last frames of a mountpoint's stream, decoded as `rtcm decode` decodes them.
struct FrameExcerpt {
  /// The number of frames, at most.
  static let limit = 1000
  /// The number of frames for a request that names none.
  static let usual = 20

  fileprivate struct Frame {
    var offset: Int
    var bytes: [UInt8]
  }

  private let frames: [Frame]

  /// Takes the last frames of a stream, `count` at most; fewer if fewer are kept.
  init(_ stream: RecentStream, last count: Int) {
    var all: [Frame] = []
    stream.forEachFrame { all.append(Frame(offset: $0.offset, bytes: Array($0.bytes))) }
    frames = Array(all.suffix(count))
  }

  /// The frames as JSON objects, one of each frame, as `rtcm decode --json` has them.
  var objects: [[UInt8]] {
    let writer = FrameJSONWriter()
    // A decoded frame never fails to be described.
    return frames.compactMap { frame in try? writer.json(of: frame.view) }
  }

  /// The frames as tables, as `rtcm decode` prints them.
  var tables: String { lines { try? FrameDescription(of: $0).table } }

  /// The frames as one line each, as `rtcm decode --brief` prints them.
  var briefs: String { lines { FrameLine(of: $0).description } }

  private func lines(_ text: (borrowing FrameView) -> String?) -> String {
    frames.compactMap { text($0.view) }.map { $0 + "\n" }.joined()
  }
}

extension FrameExcerpt.Frame {
  fileprivate var view: FrameView {
    @_lifetime(borrow self) get { FrameView(bytes: bytes.span, offset: offset) }
  }
}
