import NtripMemory
import NtripProtocol
import TestSupport
import Testing

/// A caster, with the output that it has sent to each connection.
struct CasterHarness {
  var caster: Caster
  var now = Duration.zero
  private(set) var output: [Caster.ConnectionID: [UInt8]] = [:]
  /// The closed connections, each with the number of stream bytes sent to it.
  private(set) var closed: [Caster.ConnectionID: Int] = [:]
  /// The closed connections that were reset.
  private(set) var resets: Set<Caster.ConnectionID> = []
  /// The pending password checks.
  private(set) var checks: [Caster.ConnectionID: PasswordCheck] = [:]

  init(
    _ mountpoints: [Mountpoint], users: String? = nil, speed: Double = 1,
    server: String = "boardsim"
  ) {
    let list = users.map { try? CasterUsers(decoding: Array($0.utf8)) }
    caster = Caster(mountpoints, users: list ?? nil, speed: speed, server: server)
  }

  mutating func connect(
    from address: String = "", isSurplus: Bool = false
  ) -> Caster.ConnectionID {
    caster.connect(at: now, from: address, isSurplus: isSurplus)
  }

  /// Connects and sends a text in pieces of `pieceSize` bytes.
  mutating func connect(saying text: String, pieceSize: Int = .max) -> Caster.ConnectionID {
    let id = connect()
    say(text, from: id, pieceSize: pieceSize)
    return id
  }

  /// Sends a request on a new connection, and returns the answer as text.
  mutating func answer(to text: String) -> String {
    let id = connect(saying: text)
    return self.text(for: id)
  }

  mutating func say(_ text: String, from id: Caster.ConnectionID, pieceSize: Int = .max) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      receive(Array(rest.prefix(pieceSize)), from: id)
      rest = rest.dropFirst(pieceSize)
    }
  }

  mutating func receive(_ bytes: [UInt8], from id: Caster.ConnectionID) {
    var actions: [(Caster.ConnectionID, Caster.Action)] = []
    caster.receive(bytes.span, from: id, at: now) { actions.append(($0, $1)) }
    take(actions)
  }

  /// Reports the result of a pending password check.
  mutating func verify(_ id: Caster.ConnectionID, isRight: Bool) {
    guard let check = checks.removeValue(forKey: id) else { return }
    var actions: [(Caster.ConnectionID, Caster.Action)] = []
    caster.verified(id, check, isRight: isRight, at: now) { actions.append(($0, $1)) }
    take(actions)
  }

  /// Replaces the offered mountpoints.
  mutating func offer(_ mountpoints: [Mountpoint], keeping kept: Set<String>) {
    var actions: [(Caster.ConnectionID, Caster.Action)] = []
    caster.offer(mountpoints, keeping: kept) { actions.append(($0, $1)) }
    take(actions)
  }

  /// Follows the streams of other casters, as the caster `m`.
  mutating func follow(_ streams: [NeighbourStream]) {
    var actions: [(Caster.ConnectionID, Caster.Action)] = []
    let named = Dictionary(uniqueKeysWithValues: streams.map { ($0.record.mountpoint, $0) })
    caster.follow(
      named, as: "m",
      making: { Mountpoint($0.record, pushedThrough: StreamMeter().filter, by: .neighbour) }
    ) { actions.append(($0, $1)) }
    take(actions)
  }

  /// Forwards bytes of another caster's stream.
  mutating func forward(_ bytes: [UInt8], to name: String, isBehindGap: Bool = false) {
    var actions: [(Caster.ConnectionID, Caster.Action)] = []
    caster.forward(bytes.span, to: name, isBehindGap: isBehindGap) { actions.append(($0, $1)) }
    take(actions)
  }

  mutating func advance(to time: Duration) {
    now = time
    var actions: [(Caster.ConnectionID, Caster.Action)] = []
    caster.advance(to: now) { actions.append(($0, $1)) }
    caster.expire(at: now) { actions.append(($0, $1)) }
    take(actions)
  }

  /// Returns all bytes sent to a connection as text; invalid UTF-8 is replaced.
  func text(for id: Caster.ConnectionID) -> String {
    String(decoding: bytes(for: id), as: UTF8.self)
  }

  func bytes(for id: Caster.ConnectionID) -> [UInt8] { output[id] ?? [] }

  func isClosed(_ id: Caster.ConnectionID) -> Bool { closed[id] != nil }

  /// Returns the bytes sent after the head.
  func body(for id: Caster.ConnectionID) -> [UInt8] {
    let bytes = bytes(for: id)
    let end = bytes.indices.first { bytes[$0...].starts(with: "\r\n\r\n".utf8) }
    return end.map { Array(bytes[($0 + 4)...]) } ?? []
  }

  private mutating func take(_ actions: [(Caster.ConnectionID, Caster.Action)]) {
    for (id, action) in actions {
      switch action {
      case .send(let bytes):
        #expect(!bytes.isEmpty, "a transport is not asked to send nothing")
        output[id, default: []] += bytes
      case .verify(let check): checks[id] = check
      case .close(let byteCount): closed[id] = byteCount
      case .reset(let byteCount):
        closed[id] = byteCount
        resets.insert(id)
      }
    }
  }
}

/// Returns a capture with one frame per epoch and one epoch per second.
func capture(epochs count: Int) throws -> [UInt8] {
  Array(try (0..<count).map { try ObservationFrames.frame(1077, time: 1000 * $0) }.joined())
}
