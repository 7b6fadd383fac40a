@_exported public import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// A link to a caster, maintained by a thread of its own, with a mailbox for the stream's bytes.
///
/// The link connects at once, reconnects after failures, and collects the stream's bytes until a caller takes
/// them. With a megabyte in the mailbox the link stops reading, which slows the caster down. All calls are
/// safe from any thread, and all but ``stop()`` return at once.
public final class NtripLink: Sendable {
  private let core: LinkCore
  private let thread: Lock<BackgroundThread?>

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - url: The caster and the mountpoint; without a mountpoint, the link gets the sourcetable.
  ///   - options: The request's options and timeouts.
  ///   - position: The position to send at once; report later ones with ``report(_:)``.
  ///   - retry: The retry policy after a failure; `nil` for no retry.
  ///   - seed: The seed of the random scatter of retries; by default another one each time.
  ///   - transport: The proxy, and the certificates to trust.
  ///   - refusal: The ``refusal`` of an earlier link to the same caster.
  ///   - onNews: A closure that the link's thread calls when bytes have come, when the link's state has
  ///     changed, and when nothing more will come. It must return soon, and may call the link.
  public init(
    to url: NtripURL, options: NtripSessionOptions = NtripSessionOptions(),
    position: GGASentence? = nil, retry: RetryPolicy? = RetryPolicy(),
    seed: UInt64 = .random(in: 0 ... .max),
    over transport: NtripTransportOptions = NtripTransportOptions(),
    after refusal: NtripRefusal? = nil, onNews: @escaping @Sendable () -> Void = {}
  ) {
    var machine = NtripClientMachine(
      to: url, options: options, retry: retry, seed: seed, hashing: NtripHash.hash,
      after: refusal)
    if let position { machine.report(position, at: .zero) }
    let core = LinkCore(machine, over: transport, onNews: onNews)
    let thread = BackgroundThread {
      var loop = LinkLoop(core)
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

  /// Appends the bytes that have come since the last call.
  public func receive(into buffer: inout [UInt8]) { core.takeBytes(into: &buffer) }

  /// Sets a new position, which is sent when the next one is due; the first position is sent at once.
  public func report(_ position: GGASentence) { core.report(position) }

  /// Applies a mountpoint's sourcetable record: whether the mountpoint needs a position, and its content.
  public func learn(_ record: StreamRecord) { core.learn(record) }

  /// Appends the bytes in the mailbox; returns a snapshot of the machine from the same moment.
  func drain(into buffer: inout [UInt8]) -> NtripClientMachine { core.drain(into: &buffer) }

  /// The number of turns of the thread's loop.
  var turnCount: Int { core.turnCount.load(ordering: .relaxed) }

  /// The link's current state.
  public var status: NtripLinkStatus { core.machine.status }

  /// The link's statistics: bytes, frames, gaps and ages.
  public var statistics: NtripLinkStatistics { core.statistics }

  /// The failure of the last connection; `nil` while there is none.
  public var failure: NtripFailure? { core.machine.failure }

  /// The caster's refusal that only a person can lift, with the time to stay away; `nil` if there is none.
  ///
  /// The refusal remains available after ``stop()``, for the next link to the same caster.
  public var refusal: NtripRefusal? { core.refusal }

  /// The sourcetable, after it was requested and received.
  public var sourcetable: Sourcetable? { core.machine.sourcetable }

  /// Whether nothing more will come: the link was stopped, served or banned, or failed without a retry.
  public var isOver: Bool { core.machine.isOver }

  /// Closes the connection and waits until it is closed, some milliseconds.
  ///
  /// Bytes in the mailbox can still be taken. A call from `onNews` does not wait.
  public func stop() {
    core.requestStop()
    let thread = self.thread.withLock { thread -> BackgroundThread? in
      guard let running = thread, !running.isCurrent else { return nil }
      thread = nil
      return running
    }
    thread?.join()
  }
}
