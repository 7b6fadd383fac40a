public import NtripProtocol
public import RTCMStreams
internal import Locks

/// A meter of a pushed stream: it passes complete frames on, counts them, and recognises the stream's
/// content.
///
/// A source sends bytes in arbitrary pieces, and may disconnect within a frame. Readers get bytes only up to
/// the end of a frame. So the next source, or the same one after a reconnect, continues without a torn frame.
/// Other data between frames stays unchanged. All calls are safe from any thread.
public final class StreamMeter: Sendable {
  /// The counts of the bytes that have passed the meter.
  public struct Reading: Sendable {
    /// The frames, epochs and gaps since the meter was created.
    public var statistics = StreamStatistics()
    /// The number of bytes that sources have pushed.
    public var byteCount = 0
    /// The number of times that a source disconnected within a frame, whose beginning was discarded.
    public var cuts = 0
  }

  private struct State {
    var reading = Reading()
    /// The beginning of an incomplete frame.
    var held: [UInt8] = []
    /// The first bytes of the current source's stream, from which its content is recognised.
    var sample: [UInt8] = []
    /// The sample's length at its last description.
    var described = 0
  }

  private let state = Lock(State())

  /// Creates a meter before the first byte.
  public init() {}

  /// The counts so far.
  public var reading: Reading { state.withLock { $0.reading } }

  /// The filter through which a mountpoint passes its bytes.
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

  /// Returns the stream's sourcetable record if more is known than at the last call; otherwise `nil`.
  private func description(of record: StreamRecord) -> StreamRecord? {
    let sample = state.withLock { state -> [UInt8]? in
      // A stream shows its message types within seconds, and their intervals some seconds later.
      guard state.sample.count >= max(2 * state.described, 1) else { return nil }
      state.described = state.sample.count
      return state.sample
    }
    return sample.flatMap { record.described(by: Capture($0)) }
  }

  /// The size limit of the sample, bytes: a minute of a usual base station.
  private static var longestSample: Int { 1 << 16 }
}
