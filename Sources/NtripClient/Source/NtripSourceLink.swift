public import NtripProtocol
internal import Platform
internal import Locks

/// A stream that is pushed to a caster, kept up by a thread of its own.
///
/// ```swift
/// let link = NtripSourceLink(to: try NtripURL("ntrip://user:password@host/MOUNT"))
/// for epoch in epochs { guard link.send(epoch) else { break } }  // waits for room
/// link.finish()
/// link.waitForEnd()
/// ```
/// It connects at once and comes back after failures. What is sent are parts of whole frames; one that was
/// cut goes again, whole, on the next connection, so that no reader gets a torn frame from it. Calls are
/// safe from any thread; ``send(_:)``, ``waitUntilReady()`` and ``waitForEnd()`` wait.
public final class NtripSourceLink: Sendable {
  private let core: SourceCore
  private let thread: Lock<BackgroundThread?>

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - url: The caster and the mountpoint.
  ///   - options: How to ask, and how long to wait.
  ///   - retry: When to come back after a failure; `nil` for not at all.
  ///   - seed: What the scatter of retries is drawn from; by default another one each time.
  ///   - transport: Through whom, and whom to trust.
  ///   - onNews: Called on the link's thread when its state has changed, and when it is over. It must
  ///     return soon, and may call the link, but for what waits.
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

  /// Waits for room, and takes the next part of the stream: whole frames.
  ///
  /// One caller at a time.
  ///
  /// - Returns: `false` when the link is over, and nothing is sent any more.
  public func send(_ part: [UInt8]) -> Bool { core.append(part) }

  /// Waits until the caster takes the stream.
  ///
  /// For the caller of ``send(_:)``.
  ///
  /// - Returns: `false` when the link is over.
  public func waitUntilReady() -> Bool { core.waitUntilReady() }

  /// Ends the stream once all parts are sent, and the link with it.
  public func finish() { core.requestEnd() }

  /// Ends the link at once.
  public func stop() { core.requestStop() }

  /// Waits until the link is over.
  public func waitForEnd() {
    let thread = self.thread.withLock { $0.take() }
    thread?.join()
  }

  /// The link's present state; its bytes are the bytes that were sent.
  public var status: NtripLinkStatus { core.machine.status }

  /// The failure of the last connection; `nil` while all is well.
  public var failure: NtripFailure? { core.machine.failure }

  /// Whether the caster has ever taken the stream.
  public var hasStreamed: Bool { core.machine.hasStreamed }

  /// Whether all was sent, after ``finish()``; certain once the link is over: a connection that is reset while the
  /// caster takes the last of it is a ``failure``.
  public var isFinished: Bool { core.machine.isFinished }

  /// Whether nothing more will happen: finished, stopped, banned, or failed with no retry wanted.
  public var isOver: Bool { core.machine.isOver }
}
