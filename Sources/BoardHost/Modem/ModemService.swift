public import BoardSimulation
package import EventLoop
internal import Locks
public import Platform

/// A Wi-Fi modem at the end of a serial line, with real sockets behind it, on its own thread.
public final class ModemService: Sendable {
  /// The settings of a modem's service.
  public struct Configuration: Sendable {
    /// The modem.
    public var modem = WiFiModem.Settings()
    /// The places that the sketch can connect to.
    public var directory = ModemDirectory()
    /// The real places of the sketch's servers by their ports; others take a free port of 127.0.0.1.
    public var servers: [UInt16: NetworkPlace] = [:]
    /// Called with what the sketch has answered a client of its servers, once the connection is over, on the service's
    /// thread.
    package var onAnswer: @Sendable ([UInt8]) -> Void = { _ in }

    /// Creates the settings of a modem without a network behind it.
    public init() {}
  }

  /// An event of a service.
  public enum Event: Hashable, Sendable {
    /// The sketch serves a port, at a real place.
    case serves(port: UInt16, at: NetworkPlace)
    /// The sketch's server has no port, since the system refuses it.
    case cannotServe(port: UInt16, ListenError)
    /// The sketch connects to a place, which really is elsewhere.
    case connects(to: NetworkPlace, at: NetworkPlace)
    /// The sketch wants to connect to a place that its network does not have.
    case refuses(NetworkPlace)
    /// The connection to a real place has failed.
    case failed(NetworkPlace, ConnectionError)
  }

  private let state: ModemServiceState
  private let thread: Lock<BackgroundThread?>

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - configuration: The settings.
  ///   - line: The line to the sketch.
  ///   - onEvent: Called with each event, on the service's thread.
  /// - Throws: `SocketServerError` where a server's port is taken, or resources are exhausted.
  package init(
    _ configuration: Configuration, on line: any SerialLine,
    onEvent: @escaping @Sendable (Event) -> Void
  ) throws(SocketServerError) {
    let state = ModemServiceState()
    guard state.pipe.descriptor >= 0 else { throw .outOfResources(function: "pipe") }
    let loop = try ModemLoop(configuration, on: line, state: state, onEvent: onEvent)
    guard let thread = BackgroundThread({ loop.run() }) else {
      throw .outOfResources(function: "pthread_create")
    }
    self.state = state
    self.thread = Lock(thread)
  }

  deinit { stop() }

  /// The counts of what has passed.
  public var statistics: ModemStatistics { state.statistics.withLock { $0 } }

  /// Switches the modem off, or on again, with what it serves and its connections.
  package func setPower(isOn: Bool) {
    state.switches.withLock { $0.append(isOn) }
    state.pipe.wake()
  }

  /// Closes every connection, and returns when that is done; later calls have no effect.
  public func stop() {
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    guard let thread else { return }
    state.isStopped.withLock { $0 = true }
    state.pipe.wake()
    thread.join()
  }
}

/// The state that a service's threads share.
final class ModemServiceState: Sendable {
  /// The outcome of an attempt to connect.
  struct Dialed: Sendable {
    var connection: Int
    var place: NetworkPlace
    var outcome: Result<Int32, ConnectionError>
  }

  /// The pipe that wakes the loop.
  let pipe = WakeUpPipe()
  let isStopped = Lock(false)
  let statistics = Lock(ModemStatistics())
  /// The switches of the power that the loop has not carried out yet.
  let switches = Lock<[Bool]>([])
  private let dialed = Lock<[Dialed]>([])

  deinit {
    for attempt in dialed.withLock({ $0 }) {
      if case .success(let descriptor) = attempt.outcome { TCPSocket.closeDescriptor(descriptor) }
    }
  }

  /// Takes the outcomes of attempts to connect since the last call.
  func takeDialed() -> [Dialed] { Self.take(from: dialed) }

  /// Takes the switches of the power since the last call, in order.
  func takeSwitches() -> [Bool] { Self.take(from: switches) }

  private static func take<Element>(from list: borrowing Lock<[Element]>) -> [Element] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }

  /// Connects to a place on a thread of its own, since the look-up of its name waits.
  func dial(_ place: NetworkPlace, for connection: Int) {
    let thread = BackgroundThread { [self] in
      let outcome = connect(to: place)
      dialed.withLock { $0.append(Dialed(connection: connection, place: place, outcome: outcome)) }
      pipe.wake()
    }
    guard let thread else {
      let none = Dialed(
        connection: connection, place: place, outcome: .failure(.system(0)))
      dialed.withLock { $0.append(none) }
      return pipe.wake()
    }
    thread.detach()
  }

  /// The time for a connection, that of the modem.
  private static let patience = Duration.seconds(10)

  private func connect(to place: NetworkPlace) -> Result<Int32, ConnectionError> {
    do throws(ConnectionError) {
      let socket = try ClientSocket(
        host: place.host, port: place.port, until: .now + Self.patience,
        isWanted: { [self] in !isStopped.withLock { $0 } })
      return .success(socket.handOver())
    } catch {
      return .failure(error)
    }
  }
}
