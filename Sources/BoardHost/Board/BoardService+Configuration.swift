public import BoardFirmware
package import HTTPServer
public import NtripClient
public import NtripProtocol
internal import Platform
public import RTCMStreams
public import VirtualBoard

extension BoardService {
  /// What a service is made from.
  public struct Configuration: Sendable {
    /// What each of the boards is, but for its number.
    public var board = BoardOptions()
    /// How many boards there are.
    public var boardCount = 1
    /// The one of them that runs, as it would among all; all when `nil`.
    public var only: Int?
    /// What stands for the memory card; none when `nil`.
    public var card: CardSource?
    /// Where corrections come from.
    public var corrections = Corrections.none
    /// How a caster on the network is connected to.
    public var casterTransport = NtripTransportOptions()
    /// How board time follows real time.
    public var pace = Pace.times(1)
    /// Whether the data ports answer when the original firmware's loop would; the dialect is its page.
    public var hasLegacyLaps = false
    /// How far board time goes; without end when `nil`.
    public var duration: Duration?
    /// Whether a board has passed its first minutes when it begins to serve.
    public var isWarm = true
    /// The address of the data ports.
    public var host = "127.0.0.1"
    /// The data port of board 0; 0 takes free ones.
    ///
    /// The next boards have the ports above it.
    public var port: UInt16 = 3000
    /// The control port; the one above the last data port when `nil`, 0 takes a free one.
    public var controlPort: UInt16?
    /// What opens the control port to other machines; `nil` keeps it on this one.
    public var controlToken: String?
    /// The port of the caster, where there is one; 0 takes a free one.
    public var casterPort: UInt16 = 0
    /// What the data ports speak.
    public var dataServer = DataServerConfiguration()
    /// Given each board with its number at the moment its power comes on, to look at it from then on.
    package var instrument: @Sendable (_ number: Int, _ board: Board) -> Void = { _, _ in }
    /// Given each board when it has come to its end.
    package var whenEnded: @Sendable (_ number: Int, _ board: Board) -> Void = { _, _ in }
    /// What else answers at the control port, to those who may use it.
    package var annex: PortAnnex?

    /// Creates the configuration of one warm board on port 3000, without corrections.
    public init() {}
  }

  /// Where corrections come from.
  public enum Corrections: Sendable {
    /// From nowhere.
    case none
    /// From a base station near Milan, made as board time goes on, through a caster and a client of
    /// ours in the same memory.
    ///
    /// The first board's caster also listens on 127.0.0.1: others read what that board reads, when it does.
    case builtInBase
    /// From a capture that is repeated, in the same way.
    case capture(Capture, name: String)
    /// From a caster on the network, to which each board connects.
    case caster(NtripURL)
  }
}

extension BoardService.Configuration {
  /// The boards that run.
  var numbers: Range<Int> { only.map { $0..<$0 + 1 } ?? 0..<boardCount }

  /// Binds all ports.
  func reservePorts() throws -> ReservedPorts {
    try check()
    let portCount = min(boardCount, BoardService.portCount)
    var data: [ReservedPort] = []
    for number in numbers where data.isEmpty || number < portCount {
      let offset = number < portCount ? number : 0
      data.append(try ReservedPort(host: host, port: port == 0 ? 0 : port + UInt16(offset)))
    }
    let above = port == 0 ? 0 : UInt16(exactly: Int(port) + portCount) ?? 0
    return ReservedPorts(
      host: host, data: data,
      control: try ReservedPort(
        host: controlToken == nil ? "127.0.0.1" : "0.0.0.0", port: controlPort ?? above))
  }

  private func check() throws(FleetError) {
    guard boardCount > 0 else { throw .noBoard }
    if let only, !(0..<boardCount).contains(only) { throw .noSuchBoard(only, of: boardCount) }
    let room = max(Machine.memory / 2 / FleetError.bytesPerBoard, 1)
    guard only != nil || boardCount <= room else { throw .memory(boardCount, room: room) }
    let last = Int(port) + min(boardCount, BoardService.portCount) - 1
    guard port == 0 || last <= 65_535 else { throw .ports(from: port, last: last) }
  }
}

/// Why so many boards cannot be.
public enum FleetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// None are wanted.
  case noBoard
  /// The one that is to run is none of them.
  case noSuchBoard(Int, of: Int)
  /// There is no memory for so many, but for some.
  case memory(Int, room: Int)
  /// Their ports would go beyond the last one there is.
  case ports(from: UInt16, last: Int)

  /// What a board takes at most, bytes.
  static let bytesPerBoard = 100_000

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .noBoard: "there must be a board at least, not 0"
    case .noSuchBoard(let number, let count):
      "there is no board \(number) of \(count): they count from 0 to \(count - 1)"
    case .memory(let count, let room):
      "\(count) boards do not fit into this machine's memory; \(room) do"
    case .ports(let port, let last):
      "the data ports would go from \(port) to \(last), and there are 65535: begin with another "
        + "than port \(port)"
    }
  }
}

/// Ports that are bound, and at which nobody answers yet.
struct ReservedPorts {
  let host: String
  let data: [ReservedPort]
  let control: ReservedPort
}

/// A port that is bound until somebody answers there.
final class ReservedPort {
  let port: UInt16
  private var socket: ListeningSocket?

  init(host: String, port: UInt16) throws(ListenError) {
    let socket = try ListeningSocket(host: host, port: port)
    self.port = socket.port
    self.socket = consume socket
  }

  /// Hands the socket on, once.
  func take() -> ListeningSocket? { socket.take() }
}
