/// An entry of a recording's side file: the number of bytes that arrived, and their time.
public struct CaptureArrival: Hashable, Sendable {
  /// When they arrived, on any clock that runs through the recording.
  public var time: Duration
  /// The number of bytes that arrived.
  public var count: Int

  /// Creates an entry.
  public init(time: Duration, count: Int) {
    self.time = time
    self.count = count
  }
}
