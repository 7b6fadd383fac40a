/// A stream in parts, each due at its time, as a value: its next part, and the stream behind that.
///
/// ```swift
/// func clock(_ second: Int) -> StreamFeed {
///   StreamFeed(at: .seconds(second)) { (frame(telling: second), clock(second + 1)) }
/// }
/// let mountpoint = Mountpoint(StreamRecord(mountpoint: "CLOCK"), feed: clock(0))
/// ```
/// A part is made when it is due, and nothing that was made is kept, so that a stream may be without
/// end. Like any value, a copy goes on from where it was made, the same way: so what makes a part may
/// depend on nothing but what it holds.
public struct StreamFeed: Sendable {
  /// When the next part is due, from the beginning of the stream; `nil` after the last.
  public let nextTime: Duration?
  private let make: @Sendable () -> (bytes: [UInt8], rest: StreamFeed)
  private let pass: (@Sendable (Duration) -> StreamFeed)?

  /// Creates a stream of at least one more part.
  ///
  /// - Parameters:
  ///   - time: When the part is due, from the beginning of the stream; not before the part in front.
  ///   - pass: The stream from the first part on that is due at a time or later, for those that can
  ///     tell without making what is before; others leave it out.
  ///   - make: Makes the part's bytes, whole frames, and the stream that follows.
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

  /// The stream that has nothing more to say.
  public static var ended: StreamFeed { StreamFeed() }

  /// Makes the next part and goes on to what is behind it; `nil` after the last.
  public mutating func next() -> [UInt8]? {
    guard nextTime != nil else { return nil }
    let (bytes, rest) = make()
    self = rest
    return bytes
  }

  /// Passes over all parts that are due before a time, as a stream does that nobody reads.
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
