public import EventLoop
internal import Platform
internal import Locks
internal import Synchronization
public import VirtualBoard

/// A server of boards' parts for drivers in any language, over local sockets, on its own thread.
///
/// The protocol is lines of ASCII with one answer per line, see `BusSession`.
public final class BusServer: Sendable {
  /// The port on which the server listens.
  public let port: UInt16
  private let state = BusServerState()
  private let thread: Lock<BackgroundThread?>

  /// The settings of a bus server: its boards, its address and its limits.
  public struct Configuration: Sendable {
    /// The configuration of the boards.
    public var boards = BusBoards.Configuration()
    /// The address to listen on; by default only this machine can connect.
    public var host = "127.0.0.1"
    /// The port; 0 takes a free port.
    public var port: UInt16 = 0
    /// The largest number of clients.
    ///
    /// A further client evicts the client that has kept the bus waiting longest for the rest of its line.
    /// Without such a client, the new client gets an error and is closed.
    public var connectionLimit = 1000
    /// Whether the server ends with its last client.
    public var isOnce = false
    /// Called with each board at the moment its power comes on, on the server's thread.
    package var instrument: @Sendable (BusBoard) -> Void = { _ in }
    /// Called with the board of each client that leaves, on the server's thread.
    package var whenLeft: @Sendable (BusBoard) -> Void = { _ in }

    /// Creates the settings of a server on a free port of this machine.
    public init() {}
  }

  /// Starts to serve.
  ///
  /// - Throws: `SocketServerError` when the address and port cannot be bound, or resources are exhausted.
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

  /// Whether a driver did something that strict mode forbids.
  public var hasOffender: Bool { state.hasOffender.load(ordering: .relaxed) }

  /// Waits until the server has ended by itself; returns whether it did in time.
  public func waitForEnd(atMost time: Duration) -> Bool { state.end.wait(atMost: time) }

  /// Closes every connection and the listener, and returns when that is done; later calls have no effect.
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
  /// The pipe that ends the loop.
  let pipe = WakeUpPipe()
  let hasOffender = Atomic<Bool>(false)
  /// A countdown that reaches zero when the loop has ended.
  let end = Countdown(from: 1)
}
