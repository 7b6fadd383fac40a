internal import BoardFirmware
internal import NtripProtocol
internal import RTCMParser

/// A client and a caster of ours joined in memory: the same state machines, without a socket.
///
/// Everything happens within the calls, at the board time they give, so a run repeats byte by byte.
final class MemoryLink: CorrectionLink {
  private var client: NtripClientMachine
  private var caster: Caster
  private var connection: Caster.ConnectionID?
  private var traffic = Traffic()

  /// What the caster wants done, until the client has taken it.
  private struct Traffic {
    var bytes: [UInt8] = []
    var isClosed = false

    mutating func take(_ action: Caster.Action) {
      switch action {
      case .send(let bytes): self.bytes += bytes
      case .close: isClosed = true
      }
    }
  }

  /// Joins a client to a caster that offers the mountpoint.
  init(to mountpoint: Mountpoint, seed: UInt64) {
    var options = NtripSessionOptions()
    options.positionInterval = .seconds(10)
    client = NtripClientMachine(
      to: NtripURL(host: "memory", mountpoint: mountpoint.name), options: options, seed: seed)
    caster = Caster([mountpoint])
  }

  func receive(into buffer: inout [UInt8], at now: Duration) {
    caster.advance(to: now) { _, action in traffic.take(action) }
    deliver(into: &buffer, at: now)
    while act(at: now) { deliver(into: &buffer, at: now) }
  }

  func report(position: GGASentence, at now: Duration) {
    client.report(position, at: now)
  }

  func status(at now: Duration) -> NtripLinkStatus { client.status }

  /// Bytes of the stream that the caster has sent.
  var casterBytes: Int { caster.snapshot.byteCount }

  /// Does the next thing the client wants done; `false` when it wants to wait.
  private func act(at now: Duration) -> Bool {
    switch client.nextAction(at: now) {
    case .connect:
      connection = caster.connect(at: now)
      client.connected(at: now)
    case .send(let bytes):
      if let connection {
        caster.receive(bytes.span, from: connection, at: now) { _, action in traffic.take(action) }
      }
    case .close:
      if let connection { caster.disconnect(connection) }
      connection = nil
      traffic = Traffic()
    case .wait: return false
    }
    return true
  }

  private func deliver(into buffer: inout [UInt8], at now: Duration) {
    let arrived = traffic
    traffic = Traffic()
    client.received(arrived.bytes.span, at: now) { buffer.append($0) }
    if arrived.isClosed { client.disconnected(at: now) { buffer.append($0) } }
  }
}

extension [UInt8] {
  /// Appends the bytes of a span.
  fileprivate mutating func append(_ bytes: Span<UInt8>) {
    reserveCapacity(count + bytes.count)
    for index in bytes.indices { append(bytes[index]) }
  }
}
