/// A stream that is made as time goes on, as a value: its next part, and the stream behind that.
///
/// ```swift
/// func clock(_ second: Int) -> LiveFeed {
///   LiveFeed(at: .seconds(second)) { (frame(telling: second), clock(second + 1)) }
/// }
/// let mountpoint = Mountpoint(name: "CLOCK", live: clock(0))
/// ```
/// A part is made when it is due, and nothing that was made is kept, so that a stream may be without
/// end. Like any value, a copy goes on from where it was made, the same way: so what makes a part may
/// depend on nothing but what it holds.
public struct LiveFeed: Sendable {
  /// When the next part is due, from the beginning of the stream; `nil` after the last.
  public let nextTime: Duration?
  private let make: @Sendable () -> (bytes: [UInt8], rest: LiveFeed)

  /// Creates a stream of at least one more part.
  ///
  /// - Parameters:
  ///   - time: When the part is due, from the beginning of the stream; not before the part in front.
  ///   - make: Makes its bytes, whole frames, and the stream that follows.
  public init(
    at time: Duration, _ make: @escaping @Sendable () -> (bytes: [UInt8], rest: LiveFeed)
  ) {
    nextTime = time
    self.make = make
  }

  private init() {
    nextTime = nil
    make = { ([], LiveFeed()) }
  }

  /// The stream that has nothing more to say.
  public static var ended: LiveFeed { LiveFeed() }

  /// Makes the next part and goes on to what is behind it; `nil` after the last.
  public mutating func next() -> [UInt8]? {
    guard nextTime != nil else { return nil }
    let (bytes, rest) = make()
    self = rest
    return bytes
  }

  /// What the first minute of the stream will be, as far as it is sensible to look ahead.
  var sample: [UInt8] {
    var (sample, rest) = ([UInt8](), self)
    let end = (nextTime ?? .zero) + .seconds(60)
    while let time = rest.nextTime, time < end, sample.count < Self.longestSample {
      sample += rest.next() ?? []
    }
    return sample
  }

  /// A minute of the busiest bases has a tenth of this, bytes.
  private static var longestSample: Int { 1 << 20 }
}
