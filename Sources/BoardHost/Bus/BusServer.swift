public import EventLoop
internal import Platform
internal import Locks
internal import Synchronization
public import VirtualBoard

/// Serves a board's parts to drivers in any language, over local sockets, on a thread of its own.
///
/// Lines of ASCII, one answer a line, as `BusSession` has them.
public final class BusServer: Sendable {
  /// The port that it listens on.
  public let port: UInt16
  private let state = BusServerState()
  private let thread: Lock<BackgroundThread?>

  /// The settings of a bus server: its boards, its address and its limits.
  public struct Configuration: Sendable {
    /// The boards.
    public var boards = BusBoards.Configuration()
    /// The address to listen on; by default only this machine can connect.
    public var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port: UInt16 = 0
    /// The largest number of clients; one more ends the client that has kept the bus waiting longest for its
    /// line, and is told so and closed where there is none.
    public var connectionLimit = 1000
    /// Whether it ends with its last client.
    public var isOnce = false
    /// Told of every board at the moment its power comes on, on the server's thread.
    package var instrument: @Sendable (BusBoard) -> Void = { _ in }

    /// Creates a server on a free port of this machine.
    public init() {}
  }

  /// Begins to serve.
  ///
  /// - Throws: `SocketServerError` when nobody can listen there.
  public init(_ configuration: Configuration) throws(SocketServerError) {
    guard state.pipe.descriptor >= 0 else { throw .outOfResources(function: "pipe") }
    let loop = try BusLoop(configuration, state: state)
    port = loop.port
    guard let thread = BackgroundThread({ loop.run() }) else {
      throw .outOfResources(function: "pthread_create")
    }
    self.thread = Lock(thread)
  }

  deinit { stop() }

  /// Whether a driver did what strict mode does not let pass.
  public var hasOffender: Bool { state.hasOffender.load(ordering: .relaxed) }

  /// Waits until it has ended by itself; `false` when it has not in time.
  public func waitForEnd(atMost time: Duration) -> Bool { state.end.wait(atMost: time) }

  /// Closes every connection and the listener, and waits until that is done; again does nothing.
  public func stop() {
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    guard let thread else { return }
    state.pipe.wake()
    thread.join()
  }
}

/// The state shared by the server's thread and other threads.
final class BusServerState: Sendable {
  /// Ends the loop.
  let pipe = WakeUpPipe()
  let hasOffender = Atomic<Bool>(false)
  /// At zero when the loop has ended.
  let end = Countdown(from: 1)
}
