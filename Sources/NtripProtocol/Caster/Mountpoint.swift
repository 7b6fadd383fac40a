/// A stream that a caster offers, under a name.
public struct Mountpoint: Sendable {
  /// The name that clients ask for; it may hold a slash.
  public var name: String { record.mountpoint }
  /// What the sourcetable says of it.
  public let record: StreamRecord
  /// What readers must log in with, one of these; `nil` when all may read, and none when nobody may.
  public let readers: [NtripCredentials]?
  let feed: StreamFeed

  /// Creates a mountpoint.
  ///
  /// - Parameters:
  ///   - record: What the sourcetable says, and by which name clients ask, without a leading slash.
  ///   - feed: The stream, which begins when its first reader comes.
  ///   - readers: What readers must log in with, one of these; `nil` lets all read.
  public init(_ record: StreamRecord, feed: StreamFeed, readers: [NtripCredentials]? = nil) {
    var record = record
    record.authentication = readers == nil ? .none : .basic
    self.record = record
    self.feed = feed
    self.readers = readers
  }

  /// The same mountpoint with another way to make its stream.
  public func mapFeed(_ change: (StreamFeed) -> StreamFeed) -> Mountpoint {
    Mountpoint(record, feed: change(feed), readers: readers)
  }
}
