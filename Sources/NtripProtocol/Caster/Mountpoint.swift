/// A stream that a caster offers under a name.
public struct Mountpoint: Sendable {
  /// The origin of a mountpoint's bytes.
  enum Origin: Sendable {
    /// A feed whose slices are due at given times.
    case feed(StreamFeed)
    /// A stream pushed through a filter.
    case pushed(StreamFilter, by: Supplier)
    /// The mountpoint nearest to the reader.
    ///
    /// `hysteresis` is the distance in metres by which another mountpoint has to be nearer for a change.
    case nearest(hysteresis: Double)
  }

  /// The supplier of a pushed mountpoint's bytes.
  public enum Supplier: Hashable, Sendable {
    /// A source, which logs in with the right to write.
    case source
    /// The caster's owner, with ``Caster/push(_:to:perform:)``, always.
    case owner
    /// The caster's owner, while ``Caster/demand`` lists the mountpoint.
    case ownerOnDemand
    /// Another caster of a cluster.
    case neighbour
  }

  /// The name that clients request; it may contain a slash.
  public var name: String { record.mountpoint }
  /// The mountpoint's row of the sourcetable, before the stream has revealed more.
  public let record: StreamRecord
  /// The playback speed relative to the caster's speed, above 0.
  public var speed = 1.0
  /// Whether the stream begins at the caster's stream time zero, rather than with its first reader.
  public let isClocked: Bool
  /// The observer of the stream, called once for each slice that the readers get; it must not block.
  package var onSlice: (@Sendable ([UInt8]) -> Void)?
  let origin: Origin

  /// Creates a mountpoint that plays a feed.
  ///
  /// - Parameters:
  ///   - record: The row of the sourcetable, including the name that clients request, without a
  ///     leading slash.
  ///   - feed: The stream, which begins with its first reader.
  ///   - isClocked: Whether the stream begins at the caster's stream time zero instead.
  public init(_ record: StreamRecord, feed: StreamFeed, isClocked: Bool = false) {
    (self.record, origin, self.isClocked) = (record, .feed(feed), isClocked)
  }

  /// Creates a mountpoint whose bytes are pushed by a source or by ``Caster/push(_:to:perform:)``.
  ///
  /// - Parameters:
  ///   - record: The row of the sourcetable; a source's description of itself is merged into it.
  ///   - filter: The filter that the pushed bytes pass through.
  ///   - supplier: The supplier of the bytes. Where it is the caster's owner, readers may wait for the
  ///     stream, and sources are refused.
  public init(
    _ record: StreamRecord, pushedThrough filter: StreamFilter, by supplier: Supplier = .source
  ) {
    (self.record, origin) = (record, .pushed(filter, by: supplier))
    isClocked = false
  }

  /// Creates a mountpoint that gives each reader the stream of the mountpoint nearest to its position.
  ///
  /// - Parameters:
  ///   - name: The name that clients request, without a leading slash.
  ///   - hysteresis: The distance in metres by which another mountpoint has to be nearer before a
  ///     reader is moved to it. The hysteresis keeps a reader near a boundary from moving back and
  ///     forth.
  public init(nearestAs name: String, hysteresis: Double = 500) {
    record = StreamRecord(
      mountpoint: name, identifier: "nearest", needsPosition: true, generator: "boardsim",
      miscellaneous: "the nearest mountpoint")
    origin = .nearest(hysteresis: max(hysteresis, 0))
    isClocked = false
  }

  /// The supplier of a pushed mountpoint's bytes; `nil` for a mountpoint that is not pushed.
  var supplier: Supplier? {
    if case .pushed(_, let supplier) = origin { supplier } else { nil }
  }

  /// Returns the mountpoint with its feed replaced; unchanged when the mountpoint has no feed.
  public func mapFeed(_ change: (StreamFeed) -> StreamFeed) -> Mountpoint {
    guard case .feed(let feed) = origin else { return self }
    var mountpoint = Mountpoint(record, feed: change(feed), isClocked: isClocked)
    mountpoint.speed = speed
    mountpoint.onSlice = onSlice
    return mountpoint
  }
}
