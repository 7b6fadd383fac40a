internal import BoardFirmware
package import NtripMemory
package import NtripProtocol

/// A client of ours joined to a caster of ours in memory: the same state machines, without a socket.
///
/// Everything happens within the calls, at the board time they give, so a run repeats byte by byte.
/// The caster's streams go by that time too; who else reads it, over TCP, changes nothing here.
package final class MemoryLink: CorrectionLink {
  private var client: NtripClientMachine { didSet { (restEnd, knownStatus) = (nil, nil) } }
  private let url: NtripURL
  private let seed: UInt64
  private let caster: SharedCaster
  private var connection: Caster.ConnectionID?
  /// Bytes of the stream that the caster has sent over connections that are closed.
  private var closedBytes = 0
  /// Bytes that came before the firmware first asked.
  private var early: [UInt8] = []
  /// Up to when the client wants to wait while nothing comes; `nil` when it has to be asked.
  private var restEnd: Duration?
  /// The client's status, while it is known to be that.
  private var knownStatus: NtripLinkStatus?

  /// Joins a client to a mountpoint of a caster that is driven by this link alone.
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

  /// Joins a client to a caster that offers one mountpoint, to nobody else.
  package convenience init(to mountpoint: Mountpoint, seed: UInt64) {
    self.init(
      to: mountpoint.name, of: SharedCaster(Caster([mountpoint]), isDriven: true), seed: seed)
  }

  /// Connects at power-on instead of when the firmware first asks, before anybody else can.
  package func connectAtOnce() {
    var arrived: [UInt8] = []
    receive(into: &arrived, at: .zero)
    early = arrived
  }

  package func receive(into buffer: inout [UInt8], at now: Duration) {
    receive(into: &buffer, at: now) { _ in }
  }

  /// Appends what has arrived; what comes from the caster passes through `air` first.
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

  /// Whether the caster has said something that was not taken yet.
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

  /// Bytes of the stream that the caster has sent here.
  var casterBytes: Int {
    closedBytes + (connection.map { caster.byteCount(of: $0) } ?? 0)
  }

  /// Loses the connection; the client comes back to it when it is asked again.
  func loseConnection(at now: Duration) {
    close()
    client.connectionBroke("the network is gone", at: now)
  }

  /// Loses the connection, as a board without power does.
  func cutPower() { close() }

  /// Begins with a client that has no connection and remembers none.
  func restorePower() { client = Self.client(to: url, seed: seed) }

  private func close() {
    if let connection { closedBytes += caster.disconnect(connection) }
    (connection, restEnd) = (nil, nil)
  }

  /// Does the next thing the client wants done; `false` when it wants to wait.
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
