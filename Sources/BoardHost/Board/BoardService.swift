public import BoardFirmware
public import BoardSimulation
internal import HTTPMessages
internal import HTTPServer
internal import EventLoop
internal import NtripCaster
internal import NtripMemory
internal import Platform
public import VirtualBoard

/// A service of one or more boards: runs them at their pace, and answers on their ports.
///
/// All boards share one world and one stream of corrections. Each reads the stream at its own board time,
/// and none waits for another.
public final class BoardService: Sendable {
  /// The data port of the first board.
  public var port: UInt16 { ports[0] }
  /// The data ports of the boards that have one, in the boards' order.
  public let ports: [UInt16]
  /// The control port, which serves the truth and the clock.
  public let controlPort: UInt16
  /// The address on which the control port listens: that of every interface where a token guards it.
  public let controlHost: String
  /// The port of the first board's caster; `nil` for a caster outside this process.
  public var casterPort: UInt16? { caster?.port }

  private let boards: [ServedBoard]
  private let scheduler: Scheduler
  private let running: Countdown
  private let listener: HTTPListener
  private let caster: NtripCasterServer?
  /// The boards' telemetry to an MQTT broker; `nil` for none.
  package let telemetry: BoardTelemetry?

  /// The board time of the warm-up before a board is served.
  ///
  /// The slowest part, a particle sensor in clean air, takes half a minute; a real-time kinematic fix
  /// usually takes less than two minutes.
  static let warmUp = Duration.seconds(120)

  /// The largest number of boards with a data port of their own.
  public static let portCount = 200

  /// The name of the caster's mountpoint.
  public static let mountpointName = Wiring.mountpointName

  /// Creates the boards and serves them.
  ///
  /// A network caster may be unreachable: the boards are served all the same, and connect later. Where the
  /// track begins beside its base, the board has no position until the base is known.
  ///
  /// - Parameters:
  ///   - configuration: The settings of the service.
  ///   - progress: Called now and then with the number of boards ready; returns `false` to cancel the
  ///     start.
  /// - Throws: `ListenError`, ``FleetError``, `CaptureError`, ``CardFolderError``, ``CardImageError``,
  ///   `OriginError` or `SocketServerError`, before anything is served; ``StartInterruption`` when
  ///   `progress` returns `false`.
  public init(
    _ configuration: Configuration, progress: (Int) -> Bool = { _ in true }
  ) throws {
    // Ports come first: a start that fails for lack of a port must not have touched a card.
    let sockets = try configuration.reservePorts()
    ports = sockets.data.map(\.port)
    controlPort = sockets.control.port
    controlHost = configuration.controlAddress.host
    let assembly = try BoardAssembly(configuration)
    caster = try assembly.serveCaster()
    var boards: [ServedBoard] = []
    for number in configuration.numbers {
      guard boards.count % 64 != 63 || progress(0) else { throw StartInterruption() }
      boards.append(try assembly.board(number))
    }
    self.boards = boards
    listener = try HTTPListener()
    scheduler = Scheduler(threadCount: min(Machine.processorCount, boards.count))
    running = Countdown(from: boards.count)
    let cold = Countdown(from: boards.count)
    for board in boards { Self.hand(board.runner, to: scheduler, cold, running) }
    while !cold.wait(atMost: .milliseconds(100)) {
      guard progress(boards.count - cold.count) else {
        telemetry = nil
        stop()
        throw StartInterruption()
      }
    }
    let directory = BoardDirectory(boards: boards, count: configuration.boardCount)
    let control = ControlPort(
      directory, urls: BoardURLs(host: sockets.host, ports: ports),
      access: LocalAccess(
        to: ListenAddress.loopback.host, port: controlPort, token: configuration.controlToken),
      annex: configuration.annex)
    do {
      telemetry = try Self.telemetry(configuration, of: boards, control)
    } catch {
      // Swift wants all properties before a method is called.
      telemetry = nil
      stop()
      throw error
    }
    serve(directory, at: sockets, control: control)
    for board in boards { board.runner.begin() }
  }

  private static func hand(
    _ runner: BoardRunner, to scheduler: Scheduler, _ cold: Countdown, _ running: Countdown
  ) {
    let number = scheduler.reserve()
    runner.connect(
      wake: { scheduler.wake(number) }, whenWarm: { cold.countDown() },
      atEnd: { running.countDown() })
    scheduler.start(runner, as: number)
  }

  private static func telemetry(
    _ configuration: Configuration, of boards: [ServedBoard], _ control: ControlPort
  ) throws -> BoardTelemetry? {
    guard let options = configuration.telemetry else { return nil }
    return try BoardTelemetry(
      options, of: boards, seed: configuration.board.seed,
      desk: { control.carryOut($1, for: $0) }, tell: configuration.tellOfTelemetry)
  }

  private func serve(
    _ directory: BoardDirectory, at sockets: ReservedPorts, control: ControlPort
  ) {
    for (board, socket) in zip(boards, sockets.data) {
      let isFirst = board.number == boards[0].number
      guard let socket = socket.take() else { continue }
      let door = listener.serve(on: socket, isLenientWithHosts: true) { request in
        guard isFirst else { return board.answer(request) }
        switch directory.find(request) {
        case .board(let board, let request): return board.answer(request)
        case .refused(let response): return .now(response)
        }
      }
      board.mind(door)
    }
    guard let socket = sockets.control.take() else { return }
    listener.serve(on: socket, reading: .fields) { control.answer($0) }
  }

  /// The last snapshot of the first board.
  public var snapshot: BoardSnapshot { state.snapshot }

  /// The world around the first board, as known so far.
  public var world: World { boards[0].world.world }

  /// The last snapshots of all boards, in the boards' order.
  public var snapshots: [BoardSnapshot] { boards.map { $0.runner.state.snapshot } }

  /// The orders given to each board in addition to its scenario, by options and over the control port.
  public var orders: [[BoardEvent]] { boards.map(\.script.orders) }

  /// The published state of the first board.
  var state: BoardState { boards[0].runner.state }

  /// Sends a finding about an app's requests to the readers of the first board's events.
  ///
  /// - Parameter json: The finding, a JSON object without line ends.
  public func noteFinding(ofApp json: [UInt8]) { boards[0].events.noteFinding(ofApp: json) }

  /// Waits until all boards have reached their duration; returns whether they did in time.
  public func waitForEnd(atMost time: Duration) -> Bool { running.wait(atMost: time) }

  /// Stops the service: writes each card's last line, ends pending clock advances, and closes every port.
  public func stop() {
    telemetry?.stopWaiting()
    for board in boards { board.runner.stop() }
    while !running.wait(atMost: .seconds(3600)) {}
    telemetry?.finish()
    scheduler.stop()
    listener.stop()
    caster?.stop()
  }
}

/// The error of a start that was cancelled: nothing has been served.
public struct StartInterruption: Error, Hashable, Sendable {}
