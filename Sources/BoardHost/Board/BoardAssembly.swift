internal import BoardFirmware
internal import BoardSimulation
internal import EventLoop
internal import NtripCaster
internal import NtripMemory
internal import Platform
internal import TextOutput
internal import VirtualBoard
import Locks

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The construction of a service's boards, which share one source of corrections.
final class BoardAssembly {
  private let configuration: BoardService.Configuration
  /// The shared source of corrections; `nil` when each board connects to a caster on the network.
  private let supply: CorrectionSupply?
  /// The wiring of the first board, made before any other so that its caster has its port in time.
  private var firstWiring: Wiring?

  /// Prepares the parts that all boards share.
  init(_ configuration: BoardService.Configuration) throws {
    self.configuration = configuration
    let date = configuration.board.bootDate
    switch configuration.corrections {
    case .none: supply = try CorrectionSupply(.none, from: date)
    case .builtInBase: supply = try CorrectionSupply(.builtInBase, from: date)
    case .capture(let capture, let name):
      supply = try CorrectionSupply(.capture(capture, name: name), from: date)
    case .caster, .serialLine: supply = nil
    }
    firstWiring = try supply?.wiring(of: options(of: configuration.numbers.lowerBound))
  }

  private func options(of number: Int) -> BoardOptions {
    var options = configuration.board
    options.number = number
    return options
  }

  /// Returns the real time by which a board of a fleet begins later, so that not all sample at one instant.
  ///
  /// The delays of a fleet are spread evenly over two seconds, the firmware's usual interval between samples, by the
  /// golden ratio. A board by itself begins at once. Board time and all that depends on it are as without.
  private func delay(of number: Int) -> Duration {
    guard configuration.numbers.count > 1 else { return .zero }
    let share = (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
    return .seconds(2) * share
  }

  /// Creates a board at the moment its power comes on.
  func board(_ number: Int) throws -> ServedBoard {
    let options = options(of: number)
    let news = News()
    let (world, link, caster) = try connect(options, news)
    let published = PublishedWorld(world)
    let board = try Board(options, world: world, link: link, card: try card(of: number))
    let serial = number == configuration.numbers.lowerBound ? configuration.serial : []
    if let caster { board.offerMeasurements(over: caster) }
    configuration.instrument(number, board)
    published.publish(board.simulation.world)
    board.worldChanged = { published.publish($0) }
    let faults = PublishedFaults(seed: options.seed &+ UInt64(number))
    faults.publish(board.faults)
    board.faultsChanged = { faults.publish($0) }
    let script = PublishedScript(board.script)
    board.scriptChanged = { script.publish($0) }
    let runner = BoardRunner(
      board, pace: configuration.pace, isPaceFixed: configuration.corrections.isFromNetwork,
      duration: configuration.duration, delay: delay(of: number),
      warmUp: configuration.isWarm ? BoardService.warmUp : nil, serial: serial,
      atEnd: { [configuration] in configuration.whenEnded(number, $0) })
    news.fill { [weak runner] in runner?.wake() }
    let events = EventHub(
      EventSource(
        board: number, state: runner.state, world: published, faults: faults,
        clock: { [runner] in runner.clock },
        askSky: { [runner] handler in
          runner.askSky { sky in if let sky { handler(sky) } }
        }),
      after: Self.firstEventID)
    runner.state.follow { snapshot in
      events.note(snapshot)
      return true
    }
    runner.whenClockChanges { events.noteClock() }
    let history =
      configuration.keepsHistory ?? (configuration.boardCount == 1)
      ? PublishedHistory() : nil
    if let history { board.observeSamples { history.record($0) } }
    let telemetry = LateValue<@Sendable () -> Described?>()
    var dataServer = configuration.dataServer
    if configuration.boardCount > 1 { dataServer.board = number }
    board.dataServer = dataServer
    return ServedBoard(
      number, hasPort: configuration.hasPort(number), options: options, base: supply?.base,
      runner: runner,
      world: published, faults: faults, sight: board.simulation.sps30.sight, script: script,
      events: events, history: history,
      dataPort: DataPort(
        state: runner.state, configuration: dataServer, faults: faults, timing: timing(of: runner),
        journal: RequestJournal { events.note($0) }, addition: { telemetry.value?() }),
      telemetry: telemetry)
  }

  /// The id before that of a board's first event: above those of a board that ran before at the same port.
  private static var firstEventID: UInt64 { UInt64(Date().timeIntervalSince1970) * 100_000 }

  private func timing(of runner: BoardRunner) -> DataPort.Timing {
    if configuration.pace == .perRequest { return .stepping(RequestStepper(runner)) }
    if configuration.board.profile != .direct { return .line(runner) }
    return configuration.hasLegacyLaps ? .laps(LapClock(seed: configuration.board.seed)) : .atOnce
  }

  private func connect(
    _ options: BoardOptions, _ news: News
  ) throws -> (World, VirtualLink, SharedCaster?) {
    if let wiring = try firstWiring ?? supply?.wiring(of: options) {
      firstWiring = nil
      return (wiring.world, wiring.link, wiring.caster)
    }
    var world = World(options, station: nil)
    world.hasSkyView = options.origin != .base
    guard case .caster(let url) = configuration.corrections else { return (world, .none, nil) }
    let link = NetworkLink(to: url, over: configuration.casterTransport) { news.value?() }
    return (world, .outside(link), nil)
  }

  private func card(of number: Int) throws -> BoardCard {
    try configuration.card?.slot(of: configuration.boardCount > 1 ? number : nil) ?? .none
  }

  /// Serves the first board's in-memory caster to other clients, and returns its server; `nil` without a
  /// caster.
  ///
  /// Call it before any board is made.
  func serveCaster() throws(SocketServerError) -> NtripCasterServer? {
    guard let caster = firstWiring?.caster else { return nil }
    return try NtripCasterServer(
      port: configuration.casterPort, caster: caster, backlogLimit: Self.casterBacklog,
      connectionLimit: DescriptorLimit.current / 2)
  }

  /// The largest backlog of a client of the board's caster, bytes: some hours of the stream.
  ///
  /// Board time may advance by hours at once.
  private static let casterBacklog = 8 << 20
}

/// A wake-up for a board whose runner does not exist yet, on data for its link.
private typealias News = LateValue<@Sendable () -> Void>
