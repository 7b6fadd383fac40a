@_exported public import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// A link to a caster that is kept up by a thread of its own, with a mailbox for bytes.
///
/// It connects at once, comes back after failures, and collects the stream's bytes until somebody takes
/// them. When a megabyte waits it stops reading, so that the caster feels it. All calls are safe from
/// any thread and return at once, but for ``stop()``.
public final class NtripLink: Sendable {
  private let core: LinkCore
  private let thread: Lock<BackgroundThread?>

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - url: What to ask for; without a mountpoint, the sourcetable.
  ///   - options: How to ask, and how long to wait.
  ///   - position: The position to send at once; later ones are for ``report(_:)``.
  ///   - retry: When to come back after a failure; `nil` for not at all.
  ///   - seed: What the scatter of retries is drawn from; by default another one each time.
  ///   - transport: Through whom to connect, and whom to trust.
  ///   - refusal: What another link to the same caster ended with, its ``refusal``.
  ///   - onNews: Called on the link's thread when bytes have come, when the link's state has changed,
  ///     and when nothing more will come. It must return soon, and may call the link.
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

  /// Takes a new position, to be sent when the next one is due; the first one is at once.
  public func report(_ position: GGASentence) { core.report(position) }

  /// Takes what a sourcetable says of the mountpoint: whether it wants a position, and what it carries.
  public func learn(_ record: StreamRecord) { core.learn(record) }

  /// Appends the bytes that have come, and tells what the link was like at that very moment.
  func drain(into buffer: inout [UInt8]) -> NtripClientMachine { core.drain(into: &buffer) }

  /// The number of times that the link's thread has looked for work.
  var turnCount: Int { core.turnCount.load(ordering: .relaxed) }

  /// The link's present state.
  public var status: NtripLinkStatus { core.machine.status }

  /// The link's statistics: bytes, frames, gaps and ages.
  public var statistics: NtripLinkStatistics { core.statistics }

  /// The failure of the last connection; `nil` while all is well.
  public var failure: NtripFailure? { core.machine.failure }

  /// The refusal that only a person can lift, and for how long the caster is to be left alone; `nil` when there is
  /// none.
  ///
  /// It is known after ``stop()`` too, for whoever makes another link.
  public var refusal: NtripRefusal? { core.refusal }

  /// The sourcetable, when that was asked for and has come.
  public var sourcetable: Sourcetable? { core.machine.sourcetable }

  /// Whether nothing more will come: stopped, served, banned, or failed with no retry wanted.
  public var isOver: Bool { core.machine.isOver }

  /// Closes the connection and waits until that is done, some milliseconds.
  ///
  /// Bytes that have come can still be taken. From `onNews` it does not wait.
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
