public import NtripProtocol
public import RTCMStreams
internal import Locks

/// Watches what a source pushes: hands on whole frames, counts them, and sees what stream it is.
///
/// A source's bytes come in any pieces, and it may be cut off within a frame. What goes on to readers ends
/// where a frame ends, so that another source, or the same one come back, follows without a torn one.
/// Other data between frames goes on as it is. All calls are safe from any thread.
public final class StreamMeter: Sendable {
  /// The counts of the bytes that have gone through.
  public struct Reading: Sendable {
    /// Frames, epochs and gaps of everything since the meter was made.
    public var statistics = StreamStatistics()
    /// Bytes that sources have pushed.
    public var byteCount = 0
    /// The number of times that a source has gone away within a frame, whose beginning was discarded.
    public var cuts = 0
  }

  private struct State {
    var reading = Reading()
    /// The beginning of a frame that is not complete yet.
    var held: [UInt8] = []
    /// The first bytes of the present source's stream, which tell what it is.
    var sample: [UInt8] = []
    /// The sample's length when it was last described.
    var described = 0
  }

  private let state = Lock(State())

  /// Creates a meter through which nothing has gone.
  public init() {}

  /// The counts so far.
  public var reading: Reading { state.withLock { $0.reading } }

  /// The filter by which a mountpoint shows its bytes to the meter.
  public var filter: StreamFilter {
    StreamFilter(
      pass: { self.pass($0) }, cut: { self.cut() }, describe: { self.description(of: $0) })
  }

  private func pass(_ bytes: Span<UInt8>) -> [UInt8] {
    state.withLock { state in
      state.reading.statistics.consume(bytes)
      state.reading.byteCount += bytes.count
      state.held.append(contentsOf: bytes)
      let count = state.held.count - state.reading.statistics.unfinishedByteCount
      let passed = Array(state.held[..<count])
      state.held.removeFirst(count)
      let room = max(Self.longestSample - state.sample.count, 0)
      state.sample += passed.prefix(room)
      return passed
    }
  }

  private func cut() {
    state.withLock { state in
      if !state.held.isEmpty { state.reading.cuts += 1 }
      state.reading.statistics.abandonFrame()
      (state.held, state.sample, state.described) = ([], [], 0)
    }
  }

  /// Returns the stream's row of the sourcetable, if more is known than at the last call.
  private func description(of record: StreamRecord) -> StreamRecord? {
    let sample = state.withLock { state -> [UInt8]? in
      // A stream shows its types in seconds, and their intervals in some more.
      guard state.sample.count >= max(2 * state.described, 1) else { return nil }
      state.described = state.sample.count
      return state.sample
    }
    return sample.flatMap { record.described(by: Capture($0)) }
  }

  /// The greatest length of the sample that describes a stream, bytes: a minute of a usual base.
  private static var longestSample: Int { 1 << 16 }
}
