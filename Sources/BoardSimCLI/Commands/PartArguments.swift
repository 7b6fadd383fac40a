internal import AppHost
internal import BoardHost
internal import BoardSimulation
internal import NtripProtocol
internal import SensorDrivers
internal import VirtualBoard

/// The options for parts and bus, common to every command with a board.
struct PartArguments {
  var light = LightName.bh1750
  var noise = SwitchName.on
  var tolerance = ToleranceName.none
  var sky = SwitchName.on
  /// The source of positions; `nil` is the board's default.
  var receiver: PositionSource?
  /// The distance between the receiver's two antennas; `nil` for one antenna.
  var headingBaseline: BaselineArgument?
  var strict = StrictName.off
  var busClock = BusClockName.standard
  var faults: [FaultArgument] = []
  /// The hardware between the board and its network, for commands with firmware.
  var profile = BoardProfile.direct
  /// The further parts, whose models are other programs.
  var outside: [OutsidePartArgument] = []

  /// The faults of the board, without those of servers beside it.
  var boardFaults: [BoardEvent] {
    faults.compactMap { argument in
      argument.ofBoard.map { BoardEvent(.fault($0), at: .zero) }
    }
  }

  /// The faults of servers beside the board.
  var serverFaults: [ServerFaultArgument] { faults.compactMap(\.ofServer) }

  /// The faults that only the board's own caster can have.
  var casterFaults: [CasterFault] {
    faults.compactMap { argument in
      guard case .caster(let fault) = argument else { return nil }
      return fault
    }
  }

  /// The faults that only the modem of a profile with a line can have.
  var modemFaults: [ModemFault] {
    faults.compactMap { argument in
      guard case .modem(let fault) = argument else { return nil }
      return fault
    }
  }

  /// Applies the options to a board's options.
  func apply(to options: inout BoardOptions) {
    options.light = light.light
    options.realism = PartRealism(isIdeal: noise == .off, tolerance: tolerance.tolerance)
    options.sky = sky == .on ? .on : .off
    if let receiver { options.positions = receiver }
    options.headingBaseline = headingBaseline?.metres
    options.isStrict = strict != .off
    options.busClock = busClock.clock
    options.events += boardFaults
    options.outsideParts = outside.map(\.part)
    options.casterFaults = casterFaults
    options.modemFaults = modemFaults
    options.profile = profile
  }

  /// Returns the rules for a command.
  ///
  /// - Parameters:
  ///   - path: The options.
  ///   - hasCaster: Whether the board has a caster of its own, which can have faults.
  ///   - hasServer: Returns whether a server beside the board can have faults; by default, there is none.
  /// - Returns: The rules.
  static func rules<C>(
    in path: KeyPath<C, PartArguments>, hasCaster: Bool = false,
    besideServer hasServer: @escaping (C) -> Bool = { _ in false }
  ) -> [CommandRule<C>] {
    let ofCaster = CommandRule<C>(
      ["fault"], says: "faults of a caster need 'boardsim run', 'replay' or 'caster'"
    ) { !$0[keyPath: path].casterFaults.isEmpty }
    return (hasCaster ? [] : [ofCaster]) + [
      CommandRule(
        ["fault"], says: "faults of server, arpa and weather need 'boardsim run --with-server'"
      ) {
        !hasServer($0) && !$0[keyPath: path].serverFaults.isEmpty
      },
      CommandRule(["fault"]) { $0[keyPath: path].complaintAboutFaults() },
      CommandRule(
        ["receiver", "sky"],
        says: "--receiver rtk solves from the signals that the sky has: leave out --sky off"
      ) {
        $0[keyPath: path].receiver == .rtk && $0[keyPath: path].sky == .off
      },
      CommandRule(
        ["heading-baseline", "receiver", "sky"],
        says:
          "--heading-baseline is for a receiver that solves: leave out --receiver statistical and --sky off"
      ) {
        let parts = $0[keyPath: path]
        return parts.headingBaseline != nil && (parts.receiver == .statistical || parts.sky == .off)
      },
    ]
  }

  /// Returns the parameters of a command.
  static func parameters<C>(in path: WritableKeyPath<C, PartArguments>) -> [Parameter<C>] {
    [
      .option(
        "light", path.appending(path: \.light), "PART",
        help: "the light sensor: bh1750 (default), veml7700 or none"),
      .option(
        "noise", path.appending(path: \.noise), "on|off",
        help: "off: ideal parts without noise, tolerance, drift or errors, with the\n"
          + "same timing; default on"),
      .option(
        "tolerance", path.appending(path: \.tolerance), "HOW",
        help: "each sensor's error within its datasheet, drawn from the seed:\n"
          + "none (default), typical or worst"),
      .option(
        "sky", path.appending(path: \.sky), "on|off",
        help: "off: the receiver knows the satellites' positions and measures no\n"
          + "signals: faster, without UBX-RXM-RAWX; default on"),
      .option(
        "receiver", path.appending(path: \.receiver), "HOW",
        help: "the source of positions: rtk (default), solved from the receiver's\n"
          + "measurements and the corrections, or statistical, drawn from a model, as\n"
          + "always with --sky off"),
      .option(
        "heading-baseline", path.appending(path: \.headingBaseline), "METRES",
        help: "a second antenna this far behind the receiver's, 0.1 to 100: its receiver is a\n"
          + "base that moves, and UBX-NAV-RELPOSNED tells the heading"),
      .list(
        "fault", path.appending(path: \.faults), "WHAT",
        help: "a fault: 'nack part=sps30 from=60 to=70'; 'boardsim faults' lists\n"
          + "them; repeatable"),
      .option(
        "strict", path.appending(path: \.strict), "HOW",
        help: "the response to driver faults that real parts do not tolerate: off\n"
          + "(default), warn, or fail with status 1"),
      .option(
        "bus-clock", path.appending(path: \.busClock), "KHZ",
        help: "the I2C bus's clock rate, kHz: 100 (default) or 400"),
    ]
  }
}

/// The name of a light sensor.
enum LightName: String, OptionChoice {
  case bh1750, veml7700, none

  var light: LightSensor { LightSensor(rawValue: rawValue) ?? .none }
}

extension PositionSource: OptionChoice {}
extension BoardProfile: OptionChoice {}

/// The distance between two antennas, metres, 0.1 to 100.
struct BaselineArgument: OptionValue {
  let metres: Double

  init(optionText text: String, of parameter: String) throws(UsageError) {
    metres = try Double(metres: text, in: 0.1...100, of: parameter)
  }
}

/// The name of the parts' tolerance.
enum ToleranceName: String, OptionChoice {
  case none, typical, worst

  var tolerance: PartRealism.Tolerance { PartRealism.Tolerance(rawValue: rawValue) ?? .none }
}

/// The treatment of driver faults that real hardware would not tolerate.
enum StrictName: String, OptionChoice {
  case off, warn, fail
}

/// The clock rate of a bus, kHz.
enum BusClockName: String, OptionChoice {
  case standard = "100"
  case fast = "400"

  var clock: I2CClock { self == .fast ? .fast : .standard }
}

/// A fault of the board, of its modem or caster, or of a server beside it.
enum FaultArgument: OptionValue {
  case board(BoardFault)
  /// A fault of a part with a name that the board's own parts do not have, and its text.
  case outside(BoardFault, text: String)
  case server(ServerFaultArgument)
  case caster(CasterFault)
  case modem(ModemFault)

  /// The fault of the board or of a part on its bus; `nil` for other faults.
  var ofBoard: BoardFault? {
    switch self {
    case .board(let fault), .outside(let fault, _): fault
    case .server, .caster, .modem: nil
    }
  }

  /// The fault of a server; `nil` for other faults.
  var ofServer: ServerFaultArgument? {
    guard case .server(let fault) = self else { return nil }
    return fault
  }

  /// The kinds of faults; 'boardsim faults' lists their parameters.
  static var candidates: Candidates {
    let ofBoard = BoardFault.Kind.allCases.map {
      Candidates.Word(text: $0.rawValue, meaning: $0.meaning)
    }
    let ofCaster = CasterFault.Kind.allCases.map {
      Candidates.Word(text: CasterFault.prefix + $0.rawValue, meaning: $0.meaning)
    }
    let ofModem = ModemFaultArgument.candidates.words
    return Candidates(
      words: ofBoard + ofModem.filter { !ofBoard.map(\.text).contains($0.text) }
        + ofCaster.filter { !ofBoard.map(\.text).contains($0.text) }
        + ServerFaultArgument.candidates.words)
  }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    if ServerFault.isNamed(in: text) {
      self = .server(try ServerFaultArgument(optionText: text, of: parameter))
      return
    }
    let name = String(text.prefix { $0 != " " })
    if name.hasPrefix(CasterFault.prefix), BoardFault.Kind(rawValue: name) == nil {
      self = .caster(try CasterFaultArgument(optionText: text, of: parameter).fault)
      return
    }
    if ModemFault.Kind(rawValue: name) != nil, BoardFault.Kind(rawValue: name) == nil {
      self = .modem(try ModemFaultArgument(optionText: text, of: parameter).fault)
      return
    }
    do throws(FaultError) {
      let fault = try BoardFault(parsing: text, outside: OutsidePart.isName)
      let isOwn = fault.part.map { fault.kind.parts.contains($0) } ?? true
      self = isOwn ? .board(fault) : .outside(fault, text: text)
    } catch {
      throw UsageError(message: "\(parameter) '\(text)': \(error)")
    }
  }
}
