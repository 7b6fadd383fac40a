/// The filter of the bytes that a source pushes, before readers get them.
///
/// A source is cut off anywhere, and its readers stay for the next one: so what goes on has to end where
/// a frame ends. The caster itself knows no frames; who makes the mountpoint does:
///
/// ```swift
/// let meter = StreamMeter()  // of NtripMemory: holds back frames that are not complete
/// let mountpoint = Mountpoint(StreamRecord(mountpoint: "FIELD"), pushedThrough: meter.filter)
/// ```
public struct StreamFilter: Sendable {
  /// Takes what came and returns what may go on.
  let pass: @Sendable (Span<UInt8>) -> [UInt8]
  /// The source is gone: what was held back of it belongs to nothing any more.
  let cut: @Sendable () -> Void
  /// Says what the stream has shown of itself.
  let describe: @Sendable (StreamRecord) -> StreamRecord?

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - pass: Takes the next bytes of a source, and returns what may go on, which ends where a reader
  ///     may begin.
  ///   - cut: Forgets what is held back, since the source is gone.
  ///   - describe: Puts what the stream has shown into what the sourcetable says of it; `nil` when that is
  ///     no more than the last time.
  public init(
    pass: @escaping @Sendable (Span<UInt8>) -> [UInt8], cut: @escaping @Sendable () -> Void,
    describe: @escaping @Sendable (StreamRecord) -> StreamRecord? = { _ in nil }
  ) {
    self.pass = pass
    self.cut = cut
    self.describe = describe
  }
}
