internal import BoardFirmware
internal import BoardHost
internal import GNSSBasics
internal import Platform
internal import VirtualBoard

// The service that the options of `boardsim run` describe.

extension RunCommand {
  /// Returns the service's configuration; reads the scenario, the capture and the files of the card.
  func configuration() throws -> BoardService.Configuration {
    var configuration = BoardService.Configuration()
    configuration.board = try boardOptions()
    configuration.boardCount = boards.value
    configuration.selection = selection
    configuration.card = try board.card.source()
    configuration.corrections = try corrections()
    configuration.casterTransport = try transport.options()
    configuration.pace = advance == .perRequest ? .perRequest : speed.pace
    configuration.telemetry = try mqtt.options(waits: speed.pace == .unlimited)
    let isQuiet = isQuiet
    configuration.tellOfTelemetry = { if !isQuiet { Console.note($0) } }
    configuration.keepsHistory = historyMemory.map { $0 == .on }
    configuration.hasLegacyLaps = hasLaps
    configuration.duration = duration?.duration
    configuration.isWarm = boot == .warm
    configuration.host = listening.address.host
    configuration.port = port
    configuration.controlPort = controlPort
    configuration.controlToken = isControlLAN ? controlToken?.text : nil
    configuration.casterPort = casterPort ?? 0
    configuration.dataServer = dataServer
    return configuration
  }

  private func boardOptions() throws -> BoardOptions {
    var options = try board.options
    guard hasServer, board.start == nil, options.scenario.start == nil else { return options }
    // A warm board has been running before, and shows the current time.
    options.bootDate = DateArgument.now.advanced(by: boot == .warm ? .seconds(-120) : .zero)
    return options
  }

  private func corrections() throws -> BoardService.Corrections {
    switch ntrip {
    case .none: return .none
    case .caster(let url): return .caster(url)
    case .internal:
      if let capture { return .capture(try CaptureInput.capture(capture), name: capture) }
      return .builtInBase
    }
  }

  /// The token that the control port asks for when it is open to the network.
  var controlToken: TokenArgument? { token ?? .ofEnvironment }

  private var dataServer: DataServerConfiguration {
    DataServerConfiguration(
      dialect: DataServerConfiguration.Dialect(name: dialect.rawValue) ?? .moqa,
      pm05: pm05 == .number ? .number : .mass)
  }
}
