/// An assembler of the frames that came in fragments, of any number of senders.
///
/// Fragments of one frame may come in any order. A frame of which a part is missing when the next one begins is lost,
/// as in an autopilot. What comes twice is taken once.
public struct MAVLinkAssembler: Sendable {
  /// The numbers of frames and fragments.
  public struct Counts: Hashable, Sendable {
    /// The number of frames that came whole.
    public var frames = 0
    /// The number of frames of which a part came, and not all.
    public var incomplete = 0
    /// The number of frames of which nothing came, by the numbers of the others; a gap of 16 and more looks like none.
    public var missing = 0
    /// The number of fragments that came again.
    public var repeated = 0
  }

  /// A frame of one sender whose parts come.
  private struct Frame {
    var sequence: UInt8
    var parts = [MAVLinkFragment?](repeating: nil, count: MAVLinkFragment.maximumCount)
    var isDone = false

    /// The bytes when all parts have come.
    var whole: [UInt8]? {
      var bytes: [UInt8] = []
      for part in parts {
        guard let part else { return nil }
        bytes += part.bytes
        if part.isLast { return bytes }
      }
      return nil
    }
  }

  /// The numbers so far.
  public private(set) var counts = Counts()
  private var frames: [MAVLinkSender: Frame] = [:]

  /// Creates an assembler without fragments.
  public init() {}

  /// The senders so far.
  public var senders: Set<MAVLinkSender> { Set(frames.keys) }

  /// Adds a packet, and returns the bytes of the frame that is whole with it.
  public mutating func add(_ packet: MAVLinkReader.Packet) -> [UInt8]? {
    let fragment = packet.fragment
    var frame = frames[packet.sender] ?? begin(fragment.sequence, after: nil)
    let known = frame.parts[fragment.number]
    if frame.sequence == fragment.sequence, known == fragment {
      counts.repeated += 1
      return nil
    }
    // The same number with another content is 32 frames later.
    if frame.sequence != fragment.sequence || frame.isDone || known != nil {
      frame = begin(fragment.sequence, after: frame)
    }
    frame.parts[fragment.number] = fragment
    let whole = frame.whole
    frame.isDone = whole != nil
    if whole != nil { counts.frames += 1 }
    frames[packet.sender] = frame
    return whole
  }

  /// Ends the stream: frames that are not whole are lost.
  public mutating func finish() {
    counts.incomplete += frames.values.count { !$0.isDone }
    for sender in senders { frames[sender]?.isDone = true }
  }

  private mutating func begin(_ sequence: UInt8, after last: Frame?) -> Frame {
    guard let last else { return Frame(sequence: sequence) }
    if !last.isDone { counts.incomplete += 1 }
    let gap = (sequence &- last.sequence &- 1) & 31
    if gap < 16 { counts.missing += Int(gap) }
    return Frame(sequence: sequence)
  }
}
