/// An entry of a recording's timing file: an arrival time and the number of bytes that arrived.
public struct CaptureArrival: Hashable, Sendable {
  /// The arrival time, on any clock that runs throughout the recording.
  public var time: Duration
  /// The number of bytes that arrived.
  public var count: Int

  /// Creates an entry from an arrival time and a byte count.
  public init(time: Duration, count: Int) {
    self.time = time
    self.count = count
  }
}
