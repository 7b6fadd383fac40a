public import NtripProtocol
internal import Platform
internal import Locks

/// A stream that is pushed to a caster, maintained by a thread of its own.
///
/// ```swift
/// let link = NtripSourceLink(to: try NtripURL("ntrip://user:password@host/MOUNT"))
/// for epoch in epochs { guard link.send(epoch) else { break } }  // waits for room
/// link.finish()
/// link.waitForEnd()
/// ```
/// The link connects at once and reconnects after failures. The stream is sent in parts of whole frames. A
/// part that was cut off is sent again, whole, on the next connection, so no receiver gets a torn frame.
/// Calls are safe from any thread; ``send(_:)``, ``waitUntilReady()`` and ``waitForEnd()`` wait.
public final class NtripSourceLink: Sendable {
  private let core: SourceCore
  private let thread: Lock<BackgroundThread?>

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - url: The caster and the mountpoint.
  ///   - options: The request's options and timeouts.
  ///   - retry: The retry policy after a failure; `nil` for no retry.
  ///   - seed: The seed of the random scatter of retries; by default another one each time.
  ///   - transport: The proxy, and the certificates to trust.
  ///   - onNews: A closure that the link's thread calls when the link's state has changed, and when the link
  ///     is over. It must return soon, and may call the link, except for the functions that wait.
  public init(
    to url: NtripURL, options: NtripSourceOptions = NtripSourceOptions(),
    retry: RetryPolicy? = RetryPolicy(), seed: UInt64 = .random(in: 0 ... .max),
    over transport: NtripTransportOptions = NtripTransportOptions(),
    onNews: @escaping @Sendable () -> Void = {}
  ) {
    let machine = NtripSourceMachine(to: url, options: options, retry: retry, seed: seed)
    let core = SourceCore(machine, over: transport, onNews: onNews)
    let thread = BackgroundThread {
      var loop = SourceLoop(core)
      loop.run()
    }
    if thread == nil { core.failToStart() }
    self.core = core
    self.thread = Lock(thread)
  }

  deinit {
    core.requestStop()
    thread.withLock { $0?.detach() }
  }

  /// Waits for room in the queue, and appends the next part of the stream: whole frames.
  ///
  /// Only one caller may wait at a time.
  ///
  /// - Returns: `false` if the link is over and sends nothing more.
  public func send(_ part: [UInt8]) -> Bool { core.append(part) }

  /// Waits until the caster accepts the stream.
  ///
  /// Only the caller of ``send(_:)`` may call this, since one caller may wait at a time.
  ///
  /// - Returns: `false` if the link is over.
  public func waitUntilReady() -> Bool { core.waitUntilReady() }

  /// Ends the stream and the link once all parts are sent.
  public func finish() { core.requestEnd() }

  /// Ends the link at once.
  public func stop() { core.requestStop() }

  /// Waits until the link is over.
  public func waitForEnd() {
    let thread = self.thread.withLock { $0.take() }
    thread?.join()
  }

  /// The link's current state; its byte count is the number of bytes sent.
  public var status: NtripLinkStatus { core.machine.status }

  /// The failure of the last connection; `nil` while there is none.
  public var failure: NtripFailure? { core.machine.failure }

  /// Whether the caster has ever accepted the stream.
  public var hasStreamed: Bool { core.machine.hasStreamed }

  /// Whether all parts were sent after ``finish()``.
  ///
  /// The value is certain once the link is over. A reset while the caster reads the last bytes counts as a
  /// ``failure``.
  public var isFinished: Bool { core.machine.isFinished }

  /// Whether nothing more will happen: the link was finished, stopped or banned, or failed without a retry.
  public var isOver: Bool { core.machine.isOver }
}
