internal import Bytes

/// A piece of a mountpoint's stream on its way between two casters: whole frames with a number.
///
/// The message is `BSC1`, the run of the node that has the stream, the number of the slice (each of eight bytes, the
/// most significant first), and the bytes.
struct ClusterSlice: Hashable, Sendable {
  /// The run of the node that has the stream; see ``ClusterTell/run``.
  var run: UInt64
  /// The number of the slice among those of its mountpoint and run, from 0 on.
  var number: UInt64
  /// The bytes of the stream.
  var bytes: [UInt8]

  private static let mark = Array("BSC1".utf8)
  private static let headLength = 20

  /// Creates a slice.
  init(run: UInt64, number: UInt64, bytes: [UInt8]) {
    (self.run, self.number, self.bytes) = (run, number, bytes)
  }

  /// Reads a message; `nil` for one that is no slice.
  init?(decoding message: [UInt8]) {
    guard message.count > Self.headLength, message.starts(with: Self.mark) else { return nil }
    run = Self.number(message[4..<12])
    number = Self.number(message[12..<20])
    bytes = Array(message[Self.headLength...])
  }

  /// The message.
  var message: [UInt8] {
    var message = Self.mark
    message.reserveCapacity(Self.headLength + bytes.count)
    for value in [run, number] {
      for shift in stride(from: 56, through: 0, by: -8) {
        message.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
      }
    }
    return message + bytes
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The order of the slices that come from another caster for one mountpoint.
///
/// A slice that comes late is dropped, and one that is missing is counted, so that readers get whole frames in order.
struct ClusterFeed: Hashable, Sendable {
  /// The counts of a feed.
  struct Counts: Hashable, Sendable {
    /// The slices that were passed on.
    var slices = 0
    /// The slices that did not come.
    var missing = 0
    /// The slices that came behind a later one, or twice.
    var late = 0
  }

  /// The run of the node that the slices are taken from.
  private(set) var run: UInt64
  private(set) var counts = Counts()
  /// The number of the next slice; `nil` before the first one.
  private var next: UInt64?
  private static let largestGap: UInt64 = 1 << 32
  private static let greatestNumber: UInt64 = 1 << 48

  /// Creates a feed of the slices of a run, which counts on from an earlier feed of the mountpoint.
  init(from run: UInt64, after counts: Counts? = nil) {
    self.run = run
    self.counts = counts ?? Counts()
  }

  /// Takes the slices of another run from now on.
  mutating func change(to run: UInt64) {
    guard run != self.run else { return }
    (self.run, next) = (run, nil)
  }

  /// Takes a slice.
  ///
  /// - Returns: Whether slices are missing before it; `nil` for one that is not to be passed on.
  mutating func take(_ slice: ClusterSlice) -> Bool? {
    // A number that no caster reaches is of somebody else, and so is one far ahead.
    guard slice.run == run, slice.number <= Self.greatestNumber else { return nil }
    if let next, slice.number < next {
      counts.late += 1
      return nil
    }
    let gap = next.map { slice.number - $0 } ?? 0
    guard gap <= Self.largestGap else { return nil }
    counts.missing += Int(gap)
    counts.slices += 1
    next = slice.number + 1
    return gap > 0
  }
}
