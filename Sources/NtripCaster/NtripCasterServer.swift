public import EventLoop
public import NtripMemory
public import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// A server of a caster's mountpoints over TCP, on its own thread.
///
/// ```swift
/// let caster = Caster([Mountpoint(name: "BASE", capture: bytes)])
/// let server = try NtripCasterServer(port: 2101, caster: caster)
/// print("ntrip://127.0.0.1:\(server.port)/BASE")
/// …
/// server.stop()
/// ```
public final class NtripCasterServer: Sendable {
  /// The port on which the server listens.
  public let port: UInt16
  /// The port of encrypted connections; `nil` for none.
  public let tlsPort: UInt16?
  private let caster: SharedCaster
  private let signal = ServerSignal()
  private let thread: Lock<BackgroundThread?>

  /// Starts to serve a caster whose streams follow real time.
  ///
  /// - Parameters:
  ///   - host: The address to listen on; by default only this machine can connect.
  ///   - port: The port; 0 takes a free port.
  ///   - caster: The caster to serve; it must not have connections yet.
  ///   - speed: The playback speed of captures relative to the recording; `nil` keeps the caster's speed.
  ///   - backlogLimit: The largest backlog of a client, bytes, in addition to the system's buffers; a
  ///     client beyond it is cut off.
  /// - Throws: `SocketServerError` when the address and port cannot be bound, or resources run out.
  public convenience init(
    host: String = "127.0.0.1", port: UInt16, caster: Caster, speed: Double? = nil,
    backlogLimit: Int = 65_536
  ) throws(SocketServerError) {
    var caster = caster
    if let speed { caster.speed = speed }
    try self.init(
      host: host, port: port, caster: SharedCaster(caster, isDriven: false),
      backlogLimit: backlogLimit)
  }

  /// Starts to serve a shared caster, which other code may read and drive at the same time.
  ///
  /// - Parameters:
  ///   - host: The address to listen on; by default only this machine can connect.
  ///   - port: The port; 0 takes a free port.
  ///   - caster: The caster to serve; no other server may serve it.
  ///   - encryption: The port and identity of encrypted connections; `nil` for none.
  ///   - backlogLimit: The largest backlog of a client, bytes, in addition to the system's buffers; a
  ///     client beyond it is cut off.
  ///   - connectionLimit: The largest number of connections. A further connection ends the one that has
  ///     kept the server waiting longest for its request; without such a connection it gets status 503. The
  ///     process's last descriptors stay free for other uses in any case.
  /// - Throws: `SocketServerError` when a port cannot be bound, or resources run out.
  public init(
    host: String = "127.0.0.1", port: UInt16, caster: SharedCaster,
    encryption: CasterEncryption? = nil, backlogLimit: Int = 65_536, connectionLimit: Int = .max
  ) throws(SocketServerError) {
    self.caster = caster
    signal.identity.withLock { $0 = encryption?.identity }
    guard signal.pipe.descriptor >= 0 else { throw .outOfResources(function: "pipe") }
    let loop = try CasterLoop(
      host: host, port: port, tlsPort: encryption?.port, caster: caster, signal: signal,
      backlogLimit: backlogLimit, connectionLimit: connectionLimit)
    self.port = loop.port
    tlsPort = loop.tlsPort
    caster.beginServing(backlogLimit: backlogLimit) { [signal] in signal.pipe.wake() }
    guard let thread = BackgroundThread({ loop.run() }) else {
      caster.endServing()
      throw .outOfResources(function: "pthread_create")
    }
    self.thread = Lock(thread)
  }

  deinit { stop() }

  /// The current readers, bytes and positions.
  public var snapshot: CasterSnapshot { caster.snapshot }

  /// The number of open sockets.
  ///
  /// The number includes the sockets of ended streams until their client has read everything and closed, or two
  /// seconds have passed.
  public var openSockets: Int { signal.openSockets.load(ordering: .relaxed) }

  /// Changes the certificate for new encrypted connections.
  public func change(_ encryption: CasterEncryption) {
    signal.identity.withLock { $0 = encryption.identity }
  }

  /// Whether every stream has ended, and none is repeated.
  public var hasEnded: Bool { caster.hasEnded }

  /// Closes every connection and the listeners, and returns when that is done; later calls have no effect.
  public func stop() {
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    guard let thread else { return }
    caster.endServing()
    signal.pipe.wake()
    thread.join()
  }
}

/// The port and identity of a caster's encrypted connections, TLS 1.2 and later.
public struct CasterEncryption: Sendable {
  /// The port; 0 takes a free port.
  public let port: UInt16
  let identity: TLSIdentity

  /// Reads a certificate and its key.
  ///
  /// - Parameters:
  ///   - port: The port to listen on; 0 takes a free port.
  ///   - certificate: The path of a PEM file with the certificate, followed by its chain.
  ///   - key: The path of a PEM file with the private key.
  /// - Throws: ``CasterEncryptionError``, which names the file.
  public init(port: UInt16, certificate: String, key: String) throws(CasterEncryptionError) {
    self.port = port
    do throws(TLSIdentityError) {
      identity = try TLSIdentity(certificate: certificate, key: key)
    } catch {
      throw CasterEncryptionError(description: error.description)
    }
  }
}

/// An unusable certificate or key of a caster.
public struct CasterEncryptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file and its fault.
  public let description: String
}

/// The state that the server's thread shares with other threads.
final class ServerSignal: Sendable {
  /// The pipe that wakes the server's thread.
  let pipe = WakeUpPipe()
  /// The identity for new encrypted connections; `nil` for none.
  let identity = Lock<TLSIdentity?>(nil)
  /// The number of open sockets, including those of closing connections.
  let openSockets = Atomic<Int>(0)
}
