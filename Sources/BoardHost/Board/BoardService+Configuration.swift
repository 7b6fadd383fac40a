public import BoardFirmware
package import HTTPServer
public import NtripClient
public import NtripProtocol
package import Platform
public import RTCMStreams
public import VirtualBoard

extension BoardService {
  /// The settings of a service.
  public struct Configuration: Sendable {
    /// The options of every board, except for its number.
    public var board = BoardOptions()
    /// The number of boards in the world.
    public var boardCount = 1
    /// The boards that run here.
    public var selection = BoardSelection.all
    /// The files that serve as the memory card; `nil` for no card.
    public var card: CardSource?
    /// The source of corrections.
    public var corrections = Corrections.none
    /// The transport options for connections to a caster on the network.
    public var casterTransport = NtripTransportOptions()
    /// The pace of board time relative to real time.
    public var pace = Pace.times(1)
    /// Whether each board keeps its values of the last fourteen days in memory; `nil` for a single board only.
    public var keepsHistory: Bool?
    /// Whether the data ports answer at the pace of the original firmware's loop; the dialect is the
    /// original page.
    public var hasLegacyLaps = false
    /// The board time at which the service ends; `nil` for no end.
    public var duration: Duration?
    /// Whether a board runs through its first minutes before it is served.
    public var isWarm = true
    /// The address of the data ports.
    public var host = "127.0.0.1"
    /// The data port of the first board here; 0 takes free ports.
    ///
    /// Each further board has the next port. A board chosen to run alone has the port that it would have among
    /// all.
    public var port: UInt16 = 3000
    /// The control port; `nil` for the port after the last data port, 0 for a free port.
    public var controlPort: UInt16?
    /// The token that opens the control port to other machines; `nil` keeps the port on this machine.
    public var controlToken: String?
    /// The port of the caster, if there is one; 0 takes a free port.
    public var casterPort: UInt16 = 0
    /// The configuration of the data ports, including their dialect.
    public var dataServer = DataServerConfiguration()
    /// Called with each board and its number at the moment its power comes on, to observe the board.
    package var instrument: @Sendable (_ number: Int, _ board: Board) -> Void = { _, _ in }
    /// Called with each board and its number when it has ended.
    package var whenEnded: @Sendable (_ number: Int, _ board: Board) -> Void = { _, _ in }
    /// The lines at the serial ports of the first board's receiver and of its second antenna's, with the rates that they
    /// begin at.
    package var serial: [(line: any SerialLine, baud: Int)] = []
    /// The telemetry to an MQTT broker; `nil` for none.
    package var telemetry: TelemetryOptions?
    /// Called with a sentence at each change of the telemetry's connections, on any thread.
    package var tellOfTelemetry: @Sendable (String) -> Void = { _ in }
    /// The additional routes of the control port, open to the same clients.
    package var annex: PortAnnex?

    /// Creates the configuration of one warm board on port 3000, without corrections.
    public init() {}
  }

  /// The source of corrections.
  public enum Corrections: Sendable {
    /// No corrections.
    case none
    /// Corrections from a simulated base station near Milan, which follows board time.
    ///
    /// The corrections pass through a caster and an NTRIP client in this process. The first board's caster also
    /// listens on 127.0.0.1, so that other programs read the same stream at the same time.
    case builtInBase
    /// Corrections from a looped capture, through the same caster and client.
    case capture(Capture, name: String)
    /// Corrections from a caster on the network, to which each board connects.
    case caster(NtripURL)
    /// Corrections on the serial line of the first board's receiver, if any come.
    case serialLine

    /// Whether corrections come from a caster on the network, in real time.
    var isFromNetwork: Bool { if case .caster = self { true } else { false } }
  }
}

extension BoardService.Configuration {
  /// The numbers of the boards that run.
  var numbers: Range<Int> { selection.numbers(of: boardCount) }

  /// Whether a board has a data port of its own.
  func hasPort(_ number: Int) -> Bool {
    selection.portOffset(of: number, count: boardCount) < BoardService.portCount
  }

  /// The address of the control port: every interface where a token guards the port, else this machine's.
  var controlAddress: ListenAddress { controlToken == nil ? .loopback : .everyInterface }

  /// Returns the bound data ports and control port, before anything is served.
  func reservePorts() throws -> ReservedPorts {
    try check()
    var data: [ReservedPort] = []
    for number in numbers where data.isEmpty || hasPort(number) {
      let offset = hasPort(number) ? selection.portOffset(of: number, count: boardCount) : 0
      data.append(try ReservedPort(host: host, port: port == 0 ? 0 : port + UInt16(offset)))
    }
    let above = port == 0 ? 0 : UInt16(exactly: Int(port) + portCount) ?? 0
    return ReservedPorts(
      host: host, data: data,
      control: try ReservedPort(
        host: controlAddress.host, port: controlPort ?? above))
  }

  /// The number of ports from the first one on that the boards have, or would have if all ran here.
  private var portCount: Int {
    if case .shard = selection { return min(numbers.count, BoardService.portCount) }
    return min(boardCount, BoardService.portCount)
  }

  private func check() throws(FleetError) {
    guard boardCount > 0 else { throw .noBoard }
    switch selection {
    case .only(let number) where !(0..<boardCount).contains(number):
      throw .noSuchBoard(number, of: boardCount)
    case .shard(let shard) where numbers.isEmpty: throw .emptyShard(shard, of: boardCount)
    case .all, .only, .shard: break
    }
    let room = max(Machine.memory / 2 / FleetError.bytesPerBoard, 1)
    guard numbers.count <= room else { throw .memory(numbers.count, room: room) }
    let last = Int(port) + portCount - 1
    guard port == 0 || last <= 65_535 else { throw .ports(from: port, last: last) }
  }
}

/// An invalid number or choice of boards.
public enum FleetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of boards is zero or less.
  case noBoard
  /// The board chosen to run alone is outside the numbers of the boards.
  case noSuchBoard(Int, of: Int)
  /// The shard has none of the boards.
  case emptyShard(Shard, of: Int)
  /// The boards do not fit into memory; `room` of them do.
  case memory(Int, room: Int)
  /// The data ports would exceed 65535.
  case ports(from: UInt16, last: Int)

  /// The largest memory use of a board, bytes.
  static let bytesPerBoard = 100_000

  /// A description of the error and its remedy.
  public var description: String {
    switch self {
    case .noBoard: "there must be a board at least, not 0"
    case .noSuchBoard(let number, let count):
      "there is no board \(number) of \(count): they count from 0 to \(count - 1)"
    case .emptyShard(let shard, let count):
      "shard \(shard) has none of the \(count) boards: there must be \(shard.count) at least"
    case .memory(let count, let room):
      "\(count) boards do not fit into this machine's memory; \(room) do"
    case .ports(let port, let last):
      "the data ports would go from \(port) to \(last), and there are 65535: begin with another "
        + "than port \(port)"
    }
  }
}

/// The bound ports of a service, before any of them answers.
struct ReservedPorts {
  let host: String
  let data: [ReservedPort]
  let control: ReservedPort
}

/// A port that is bound before it is served.
final class ReservedPort {
  let port: UInt16
  private var socket: ListeningSocket?

  init(host: String, port: UInt16) throws(ListenError) {
    let socket = try ListeningSocket(host: host, port: port)
    self.port = socket.port
    self.socket = consume socket
  }

  /// Returns the socket on the first call; `nil` afterwards.
  func take() -> ListeningSocket? { socket.take() }
}
