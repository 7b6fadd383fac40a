/// One entry of a recording's side file: so many bytes arrived at that time.
public struct CaptureArrival: Hashable, Sendable {
  /// When they arrived, on any clock that runs through the recording.
  public var time: Duration
  /// How many bytes arrived.
  public var count: Int

  /// Creates an entry.
  public init(time: Duration, count: Int) {
    self.time = time
    self.count = count
  }
}
