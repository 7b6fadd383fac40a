/// A stream that a caster offers, under a name.
public struct Mountpoint: Sendable {
  /// The origin of its bytes.
  enum Origin: Sendable {
    /// Parts that are due at their times.
    case feed(StreamFeed)
    /// A source that pushes, or whoever owns the caster.
    case pushed(StreamFilter, isOnDemand: Bool)
    /// Whichever other mountpoint is nearest to the reader; by how many metres another one has to be
    /// nearer for it to be changed.
    case nearest(hysteresis: Double)
  }

  /// The name that clients ask for; it may hold a slash.
  public var name: String { record.mountpoint }
  /// The sourcetable's row of it, until the stream shows more.
  public let record: StreamRecord
  /// The factor by which it is played faster than the caster plays the others, above 0.
  public var speed = 1.0
  /// Whether the stream goes by the caster's time, and not from its first reader on.
  public let isClocked: Bool
  let origin: Origin

  /// Creates a mountpoint.
  ///
  /// - Parameters:
  ///   - record: What the sourcetable says, and by which name clients ask, without a leading slash.
  ///   - feed: The stream, which begins when its first reader comes.
  ///   - isClocked: Whether the stream has begun when the caster's time did, whoever read it.
  public init(_ record: StreamRecord, feed: StreamFeed, isClocked: Bool = false) {
    (self.record, origin, self.isClocked) = (record, .feed(feed), isClocked)
  }

  /// Creates a mountpoint whose bytes are pushed: by a source, or by ``Caster/push(_:to:perform:)``.
  ///
  /// - Parameters:
  ///   - record: What the sourcetable says; what a source says of itself is put into it.
  ///   - filter: What is done with the bytes.
  ///   - isOnDemand: Whether readers may wait for bytes that nobody pushes yet: who owns the caster
  ///     fetches them when ``Caster/demand`` says so. Sources are turned away there.
  public init(
    _ record: StreamRecord, pushedThrough filter: StreamFilter, isOnDemand: Bool = false
  ) {
    (self.record, origin) = (record, .pushed(filter, isOnDemand: isOnDemand))
    isClocked = false
  }

  /// Creates a mountpoint that gives each reader the one that is nearest to the position it tells.
  ///
  /// - Parameters:
  ///   - name: What clients ask for, without a leading slash.
  ///   - hysteresis: By how much another mountpoint has to be nearer before a reader is moved to it,
  ///     metres: one on the border is not sent from one to the other and back.
  public init(nearestAs name: String, hysteresis: Double = 500) {
    record = StreamRecord(
      mountpoint: name, identifier: "nearest", needsPosition: true, generator: "boardsim",
      miscellaneous: "the nearest mountpoint")
    origin = .nearest(hysteresis: max(hysteresis, 0))
    isClocked = false
  }

  /// Whether who owns the caster fetches it when somebody reads.
  var isOnDemand: Bool {
    if case .pushed(_, isOnDemand: true) = origin { true } else { false }
  }

  /// The same mountpoint with another way to make its stream, where that is made of parts.
  public func mapFeed(_ change: (StreamFeed) -> StreamFeed) -> Mountpoint {
    guard case .feed(let feed) = origin else { return self }
    var mountpoint = Mountpoint(record, feed: change(feed), isClocked: isClocked)
    mountpoint.speed = speed
    return mountpoint
  }
}
