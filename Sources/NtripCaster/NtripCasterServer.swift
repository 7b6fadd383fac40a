public import EventLoop
public import NtripMemory
public import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// Serves a caster's mountpoints over TCP, on a thread of its own.
///
/// ```swift
/// let caster = Caster([Mountpoint(name: "BASE", capture: bytes)])
/// let server = try NtripCasterServer(port: 2101, caster: caster)
/// print("ntrip://127.0.0.1:\(server.port)/BASE")
/// …
/// server.stop()
/// ```
public final class NtripCasterServer: Sendable {
  /// The port that it listens on.
  public let port: UInt16
  /// The port of connections that are encrypted; `nil` when there is none.
  public let tlsPort: UInt16?
  private let caster: SharedCaster
  private let signal = ServerSignal()
  private let thread: Lock<BackgroundThread?>

  /// Begins to serve a caster whose streams go by real time.
  ///
  /// - Parameters:
  ///   - host: The address to listen on; by default only this machine can connect.
  ///   - port: The port; 0 takes a free one.
  ///   - caster: What is served; it must not have connections yet.
  ///   - speed: How many times faster than recorded the captures are played; `nil` leaves it as the
  ///     caster has it.
  ///   - backlogLimit: How many bytes a client may be behind, beyond what the system holds for it,
  ///     before it is cut off.
  /// - Throws: `SocketServerError` when nobody can listen there.
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

  /// Begins to serve a caster that others may read, and drive, at the same time.
  ///
  /// - Parameters:
  ///   - host: The address to listen on; by default only this machine can connect.
  ///   - port: The port; 0 takes a free one.
  ///   - caster: What is served, by this server only.
  ///   - encryption: Where to listen for connections that are encrypted, and with what; `nil` for nowhere.
  ///   - backlogLimit: How many bytes a client may be behind, beyond what the system holds for it,
  ///     before it is cut off.
  ///   - connectionLimit: How many connections it keeps; one more ends the one that has kept the server
  ///     waiting longest for its request, and is told 503 where there is none. The last descriptors of the
  ///     process are left to others in any case.
  /// - Throws: `SocketServerError` when nobody can listen there.
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

  /// Readers, bytes and positions now.
  public var snapshot: CasterSnapshot { caster.snapshot }

  /// The number of open sockets, which includes ended streams until their client has read everything and
  /// closed, or two seconds have passed.
  public var openSockets: Int { signal.openSockets.load(ordering: .relaxed) }

  /// Encrypts connections that come from now on with another certificate.
  public func change(_ encryption: CasterEncryption) {
    signal.identity.withLock { $0 = encryption.identity }
  }

  /// Every stream has come to its end, and none is repeated.
  public var hasEnded: Bool { caster.hasEnded }

  /// Closes every connection and the listener, and waits until that is done; again does nothing.
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
  /// The port; 0 takes a free one.
  public let port: UInt16
  let identity: TLSIdentity

  /// Reads a certificate and its key.
  ///
  /// - Parameters:
  ///   - port: Where to listen; 0 takes a free port.
  ///   - certificate: A file in PEM form, with the certificates that vouch for it behind it.
  ///   - key: A file in PEM form.
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
  /// The file and what is wrong with it.
  public let description: String
}

/// The state that the server's thread shares with other threads.
final class ServerSignal: Sendable {
  /// Wakes the server's thread.
  let pipe = WakeUpPipe()
  /// The identity that new connections are encrypted with.
  let identity = Lock<TLSIdentity?>(nil)
  /// Sockets that are open, also of those who are only being told the rest.
  let openSockets = Atomic<Int>(0)
}
