/// A stream in slices, each due at its time, represented as a value: the next slice and the rest of
/// the stream.
///
/// ```swift
/// func clock(_ second: Int) -> StreamFeed {
///   StreamFeed(at: .seconds(second)) { (frame(telling: second), clock(second + 1)) }
/// }
/// let mountpoint = Mountpoint(StreamRecord(mountpoint: "CLOCK"), feed: clock(0))
/// ```
/// A slice is made when it is due and is not kept, so a stream may be endless. A copy continues
/// from the place where it was made, with the same bytes. The closure that makes a slice may
/// therefore depend only on the values that it captures.
public struct StreamFeed: Sendable {
  /// The time at which the next slice is due, from the stream's beginning; `nil` after the last slice.
  public let nextTime: Duration?
  private let make: @Sendable () -> (bytes: [UInt8], rest: StreamFeed)
  private let pass: (@Sendable (Duration) -> StreamFeed)?

  /// Creates a stream of at least one slice.
  ///
  /// - Parameters:
  ///   - time: The time at which the slice is due, from the stream's beginning; not before the
  ///     preceding slice.
  ///   - pass: A closure that returns the stream from the first slice due at or after a time,
  ///     without making earlier slices; `nil` if the stream cannot skip in this way.
  ///   - make: A closure that makes the slice's bytes, which are whole frames, and the rest of the stream.
  public init(
    at time: Duration, passingTo pass: (@Sendable (Duration) -> StreamFeed)? = nil,
    _ make: @escaping @Sendable () -> (bytes: [UInt8], rest: StreamFeed)
  ) {
    nextTime = time
    self.make = make
    self.pass = pass
  }

  private init() {
    nextTime = nil
    make = { ([], StreamFeed()) }
    pass = nil
  }

  /// A stream without further slices.
  public static var ended: StreamFeed { StreamFeed() }

  /// Makes the next slice and advances to the following one; returns `nil` after the last slice.
  public mutating func next() -> [UInt8]? {
    guard nextTime != nil else { return nil }
    let (bytes, rest) = make()
    self = rest
    return bytes
  }

  /// Skips all slices due before a time, as for a stream without readers.
  public mutating func skip(to time: Duration) {
    while let next = nextTime, next < time {
      if let pass {
        self = pass(time)
        return
      }
      _ = self.next()
    }
  }
}
