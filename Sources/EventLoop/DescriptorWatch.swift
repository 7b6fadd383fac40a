internal import CEvent

/// A watch over a descriptor that a C library reads and writes itself; for the thread that runs the loop.
///
/// Sound throughout: both events are created in the initialiser and freed in `deinit`, before the loop. The callbacks
/// get this object, which owns the events, and run only on the loop's thread.
@safe package final class DescriptorWatch {
  private var reading: OpaquePointer?
  private var writing: OpaquePointer?
  /// The loop, retained because freeing an event removes it from the loop.
  private let base: EventBase
  private let onReadable: () -> Void
  private let onWritable: () -> Void
  private var isWriting = false

  /// Begins to watch a descriptor for bytes to be read; the descriptor stays its owner's, who ends the watch before
  /// closing it.
  ///
  /// - Returns: The watch; `nil` where the system has no room for it.
  package init?(
    _ descriptor: Int32, on base: EventBase, onReadable: @escaping () -> Void,
    onWritable: @escaping () -> Void
  ) {
    (self.base, self.onReadable, self.onWritable) = (base, onReadable, onWritable)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe reading = event_new(
      base.raw, descriptor, Int16(EV_READ | EV_PERSIST),
      { _, _, context in unsafe DescriptorWatch.at(context)?.onReadable() }, context)
    unsafe writing = event_new(
      base.raw, descriptor, Int16(EV_WRITE | EV_PERSIST),
      { _, _, context in unsafe DescriptorWatch.at(context)?.onWritable() }, context)
    guard let reading = unsafe reading, unsafe writing != nil, unsafe event_add(reading, nil) == 0
    else { return nil }
  }

  deinit {
    if let reading = unsafe reading { unsafe event_free(reading) }
    if let writing = unsafe writing { unsafe event_free(writing) }
  }

  /// Watches also for room to write, or no longer.
  package func setWriting(_ isWriting: Bool) {
    guard isWriting != self.isWriting, let writing = unsafe writing else { return }
    self.isWriting = isWriting
    _ = unsafe isWriting ? event_add(writing, nil) : event_del(writing)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> DescriptorWatch? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<DescriptorWatch>.fromOpaque(context).takeUnretainedValue()
  }
}
