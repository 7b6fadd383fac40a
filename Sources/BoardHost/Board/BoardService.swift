public import BoardFirmware
internal import BoardSimulation
internal import HTTPServer
internal import Mathematics
internal import NtripCaster
public import NtripProtocol
internal import NtripMemory
internal import Platform
public import RTCMStreams
public import VirtualBoard

/// A board in service: running at its pace, answering on its ports.
public final class BoardService: Sendable {
  /// What a service is made from.
  public struct Configuration: Sendable {
    /// The board.
    public var board = BoardOptions()
    /// The folder that stands for its memory card; none when `nil`.
    public var cardFolder: String?
    /// Where its corrections come from.
    public var corrections = Corrections.none
    /// How board time follows real time.
    public var pace = Pace.times(1)
    /// How far board time goes; without end when `nil`.
    public var duration: Duration?
    /// Whether the board has passed its first minutes when it begins to serve.
    public var isWarm = true
    /// The address of the data port.
    public var host = "127.0.0.1"
    /// The data port; 0 takes a free one.
    public var port: UInt16 = 3000
    /// The control port; the one above the data port when `nil`, 0 takes a free one.
    public var controlPort: UInt16?
    /// The port of the caster, where there is one; 0 takes a free one.
    public var casterPort: UInt16 = 0
    /// What the data port speaks.
    public var dataServer = DataServerConfiguration()

    /// Creates the configuration of a warm board on port 3000, without corrections.
    public init() {}
  }

  /// Where corrections come from.
  public enum Corrections: Sendable {
    /// From nowhere.
    case none
    /// From a base station near Milan, made as board time goes on, through a caster and a client of
    /// ours in the same memory.
    ///
    /// The same caster also listens on 127.0.0.1: others read what the board reads, when it does.
    case builtInBase
    /// From a capture that is repeated, in the same way.
    case capture(Capture, name: String)
    /// From a caster on the network.
    case caster(NtripURL)
  }

  /// The port the apps poll.
  public let port: UInt16
  /// The port of the truth and the clock.
  public let controlPort: UInt16
  /// The port of the board's caster, where it is in the same process.
  public var casterPort: UInt16? { caster?.port }

  private let runner: BoardRunner
  private let listener: HTTPListener
  private let caster: NtripCasterServer?

  /// How long a warm board has been running when it begins to serve: the slowest part, a particle
  /// sensor in clean air, takes half a minute, and a real-time kinematic fix usually less than two.
  static let warmUp = Duration.seconds(120)

  /// The name under which that caster offers its stream.
  public static let mountpointName = Wiring.mountpointName

  /// Puts a board into service.
  ///
  /// A network caster may be out of reach: the board serves all the same, and comes back to it. Where
  /// the track begins beside its base, the board has no position until that is known.
  ///
  /// - Parameter configuration: What it is made from.
  /// - Throws: ``ListenError``, ``CaptureError``, ``CardFolderError``, ``OriginError`` or
  ///   `CasterServerError`.
  public init(_ configuration: Configuration) throws {
    // Ports first: a start that fails for want of one has not touched the card.
    let dataSocket = try ListeningSocket(host: configuration.host, port: configuration.port)
    let controlSocket = try ListeningSocket(
      host: "127.0.0.1", port: configuration.controlPort ?? Self.portAbove(configuration.port))
    (port, controlPort) = (dataSocket.port, controlSocket.port)
    let waker = Waker()
    let (firstWorld, link, shared) = try Self.connect(configuration, waker)
    caster = try shared.map { shared throws(CasterServerError) in
      try NtripCasterServer(
        port: configuration.casterPort, caster: shared, backlogLimit: Self.casterBacklog,
        connectionLimit: DescriptorLimit.current / 2)
    }
    let published = PublishedWorld(firstWorld)
    let card = try configuration.cardFolder.map { path throws(CardFolderError) in
      try BoardCard(folder: path)
    }
    let board = try Board(
      configuration.board, world: firstWorld, link: link, card: card ?? .none)
    published.publish(board.simulation.world)
    board.worldChanged = { published.publish($0) }
    if configuration.isWarm {
      board.warmUp(until: min(Self.warmUp, configuration.duration ?? Self.warmUp))
    }
    let state = BoardState(board.snapshot)
    let dataPort = DataPort(state: state, configuration: configuration.dataServer)
    listener = try HTTPListener(on: dataSocket) { .now(dataPort.answer($0)) }
    runner = BoardRunner(
      board, state: state, waker: waker, pace: configuration.pace, duration: configuration.duration)
    let control = ControlPort(
      runner, world: published, access: LocalAccess(to: "127.0.0.1", port: controlPort))
    listener.serve(on: controlSocket, readsFields: true) { control.answer($0) }
    runner.start()
  }

  /// What the board shows.
  public var snapshot: BoardSnapshot { state.snapshot }

  /// What the board shows, to be followed.
  var state: BoardState { runner.state }

  /// Waits for the board to come to the end of its duration; `false` when it has not in time.
  public func waitForEnd(atMost time: Duration) -> Bool {
    runner.waitForEnd(atMost: time)
  }

  /// Ends the service: the card's last line is written, whoever moves the clock is told how far it
  /// came, every port is closed.
  public func stop() {
    runner.stop()
    listener.stop()
    caster?.stop()
  }

  /// The addresses under which other machines reach the data port, when it listens everywhere.
  public static func localAddresses() -> [String] { NetworkInterfaces.addresses() }

  /// Beside a free port there need not be another one.
  private static func portAbove(_ port: UInt16) -> UInt16 {
    port == 0 || port == .max ? 0 : port + 1
  }
}

// MARK: Wiring

extension BoardService {
  private static func connect(
    _ configuration: Configuration, _ waker: Waker
  ) throws -> (World, VirtualLink, SharedCaster?) {
    let wiring: Wiring
    switch configuration.corrections {
    case .none: wiring = try Wiring(.none, configuration.board)
    case .builtInBase: wiring = try Wiring(.builtInBase, configuration.board)
    case .capture(let capture, let name):
      wiring = try Wiring(.capture(capture, name: name), configuration.board)
    case .caster(let url):
      var world = World(configuration.board, station: nil)
      world.hasSkyView = configuration.board.origin != .base
      return (world, .outside(NetworkLink(to: url) { waker.wake() }), nil)
    }
    return (wiring.world, wiring.link, wiring.caster)
  }

  /// How many bytes a reader of the board's caster may be behind: some hours of its stream, since
  /// board time may go that far at once.
  private static let casterBacklog = 8 << 20
}
