/// The filter for the bytes that a source pushes to its readers.
///
/// A source may disconnect anywhere in a frame while its readers stay for the next source. The
/// forwarded bytes therefore have to end at the end of a frame. The caster itself does not parse
/// frames, so the maker of the mountpoint supplies the filter:
///
/// ```swift
/// let meter = StreamMeter()  // of NtripMemory: holds back frames that are not complete
/// let mountpoint = Mountpoint(StreamRecord(mountpoint: "FIELD"), pushedThrough: meter.filter)
/// ```
public struct StreamFilter: Sendable {
  /// The closure that takes received bytes and returns the bytes to forward.
  let pass: @Sendable (Span<UInt8>) -> [UInt8]
  /// The closure that discards the held-back bytes when the source is gone.
  let cut: @Sendable () -> Void
  /// The closure that returns a sourcetable row with the properties found in the stream.
  let describe: @Sendable (StreamRecord) -> StreamRecord?

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - pass: A closure that takes a source's next bytes and returns the bytes to forward, which
  ///     end at a place where a reader may begin.
  ///   - cut: A closure that discards the held-back bytes, because the source is gone.
  ///   - describe: A closure that returns the sourcetable row completed by the properties found in
  ///     the stream; `nil` when nothing new was found.
  public init(
    pass: @escaping @Sendable (Span<UInt8>) -> [UInt8], cut: @escaping @Sendable () -> Void,
    describe: @escaping @Sendable (StreamRecord) -> StreamRecord? = { _ in nil }
  ) {
    self.pass = pass
    self.cut = cut
    self.describe = describe
  }
}
