internal import BoardFirmware
package import NtripMemory
package import NtripProtocol

/// This package's NTRIP client joined in memory to this package's caster: the same state machines, no socket.
///
/// All work happens within the calls, at the board time that each call gives, so a run repeats byte
/// by byte. The caster's streams follow that board time too. Other clients that read the caster over
/// TCP change nothing here.
package final class MemoryLink: CorrectionLink {
  private var client: NtripClientMachine { didSet { (restEnd, knownStatus) = (nil, nil) } }
  /// Whether the stream is that of the built-in base, which observes the board's own sky.
  package var isOwnBase = false
  private let url: NtripURL
  private let seed: UInt64
  private let caster: SharedCaster
  private var connection: Caster.ConnectionID?
  /// The stream bytes that the caster has sent over connections now closed.
  private var closedBytes = 0
  /// The bytes received before the firmware's first call.
  private var early: [UInt8] = []
  /// The board time until which the client waits if no bytes arrive; `nil` when the client has to be asked.
  private var restEnd: Duration?
  /// The cached status of the client; `nil` after any change of the client.
  private var knownStatus: NtripLinkStatus?

  /// Joins a client to a mountpoint of a caster whose time only this link drives.
  package init(to mountpoint: String, of caster: SharedCaster, seed: UInt64) {
    url = NtripURL(host: "memory", mountpoint: mountpoint)
    self.seed = seed
    self.caster = caster
    client = Self.client(to: url, seed: seed)
  }

  private static func client(to url: NtripURL, seed: UInt64) -> NtripClientMachine {
    var options = NtripSessionOptions()
    options.positionInterval = .seconds(10)
    return NtripClientMachine(to: url, options: options, seed: seed)
  }

  /// Joins a client to a caster that has one mountpoint and no other clients.
  package convenience init(to mountpoint: Mountpoint, seed: UInt64) {
    self.init(
      to: mountpoint.name, of: SharedCaster(Caster([mountpoint]), isDriven: true), seed: seed)
  }

  /// Connects at power-on, before any other client and before the firmware's first call.
  package func connectAtOnce() {
    var arrived: [UInt8] = []
    receive(into: &arrived, at: .zero)
    early = arrived
  }

  package func receive(into buffer: inout [UInt8], at now: Duration) {
    receive(into: &buffer, at: now) { _ in }
  }

  /// Appends the bytes that have arrived; bytes from the caster pass through `air` first.
  func receive(into buffer: inout [UInt8], at now: Duration, air: (inout [UInt8]) -> Void) {
    if !early.isEmpty {
      buffer += early
      early = []
    }
    caster.advance(to: now)
    if let restEnd, now < restEnd, !hasArrivals { return }
    deliver(into: &buffer, at: now, air)
    while act(at: now) { deliver(into: &buffer, at: now, air) }
  }

  /// Whether the caster has output that was not taken yet.
  private var hasArrivals: Bool { connection.map { caster.hasOutput(of: $0) } ?? false }

  package func report(position: GGASentence, at now: Duration) {
    client.report(position, at: now)
  }

  package func status(at now: Duration) -> NtripLinkStatus {
    if let knownStatus { return knownStatus }
    let status = client.status
    knownStatus = status
    return status
  }

  /// The stream bytes that the caster has sent to this link.
  var casterBytes: Int {
    closedBytes + (connection.map { caster.byteCount(of: $0) } ?? 0)
  }

  /// Drops the connection; the client reconnects at its next call.
  func loseConnection(at now: Duration) {
    close()
    client.connectionBroke("the network is gone", at: now)
  }

  /// Drops the connection, as a board does that loses power.
  func cutPower() { close() }

  /// Replaces the client by a new one without connection or history.
  func restorePower() { client = Self.client(to: url, seed: seed) }

  private func close() {
    if let connection { closedBytes += caster.disconnect(connection) }
    (connection, restEnd) = (nil, nil)
  }

  /// Carries out the client's next action; returns `false` when the client wants to wait.
  private func act(at now: Duration) -> Bool {
    switch client.nextAction(at: now) {
    case .connect: client.connected(at: now)
    case .send(let bytes):
      if let connection {
        caster.receive(bytes, from: connection, at: now)
      } else {
        connection = caster.connect(saying: bytes, at: now)
      }
    case .close: close()
    case .wait(let end):
      restEnd = end ?? .seconds(Int64.max)
      return false
    }
    return true
  }

  private func deliver(
    into buffer: inout [UInt8], at now: Duration, _ air: (inout [UInt8]) -> Void
  ) {
    guard let connection else { return }
    var output = caster.takeOutput(of: connection)
    air(&output.bytes)
    client.received(output.bytes.span, at: now) { buffer.append(contentsOf: $0) }
    guard let byteCount = output.closedAfter else { return }
    closedBytes += byteCount
    self.connection = nil
    if output.isReset { return client.connectionBroke("the caster has reset it", at: now) }
    client.disconnected(at: now) { buffer.append(contentsOf: $0) }
  }
}

// MARK: A connection of somebody else's

/// The caster without this link's own client, for a client that is at the other end of a modem.
extension MemoryLink {
  /// The caster's URL with the mountpoint.
  var placeOnLine: NtripURL { url }

  /// Moves the streams on to a board time.
  func advance(to now: Duration) { caster.advance(to: now) }

  /// Sends bytes to the caster: the first ones, a whole request, open a connection.
  func send(_ bytes: [UInt8], at now: Duration) {
    if let connection {
      caster.receive(bytes, from: connection, at: now)
    } else {
      connection = caster.connect(saying: bytes, at: now)
    }
  }

  /// Takes what the caster has sent; `nil` bytes behind it where the connection has ended.
  func takeOutput() -> (bytes: [UInt8], hasEnded: Bool) {
    guard let connection, hasArrivals else { return ([], false) }
    let output = caster.takeOutput(of: connection)
    guard let byteCount = output.closedAfter else { return (output.bytes, false) }
    closedBytes += byteCount
    self.connection = nil
    return (output.bytes, true)
  }

  /// Closes the connection.
  func hangUp() {
    early = []
    close()
  }
}
