internal import Mathematics
internal import SensorDrivers

/// A responder to UBX messages, as far as drivers need them to detect and configure a receiver.
///
/// Messages of class CFG are acknowledged or refused, except for CFG-RST; unknown messages of other classes
/// get no response.
struct UBXResponder: Sendable {
  /// The configuration that the messages change.
  var configuration = ReceiverConfiguration()
  /// The transaction in progress; `nil` for none.
  var transaction: ConfigurationTransaction?
  /// The chip's unique ID, reported in SEC-UNIQID.
  let uniqueID: [UInt8]
  /// The reset requested by CFG-RST, until it is taken.
  private var reset: ReceiverReset?

  /// The response to MON-VER.
  private let version: MonVER

  /// Creates the responder of a receiver as delivered, with a chip ID from the seed.
  init(seed: UInt64 = 0, version: MonVER = .statistical) {
    self.version = version
    var generator = Xoshiro256(seed: seed, part: "receiver.id")
    let number = generator.next()
    uniqueID = (0..<5).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The name of the model in MON-VER.
  var modelName: String? { version["MODEL"] }

  /// Restarts the responder with the stored configuration.
  mutating func restart() {
    configuration.restart()
    transaction = nil
    reset = nil
  }

  /// Returns the reset requested by CFG-RST and clears it; `nil` for none.
  mutating func takeReset() -> ReceiverReset? {
    defer { reset = nil }
    return reset
  }

  /// Handles a message and returns the response.
  ///
  /// - Parameters:
  ///   - messageID: The class and ID of the message.
  ///   - payload: The message's payload; empty in most polls.
  ///   - port: The port on which the message came.
  ///   - solution: The last navigation epoch, for polls of navigation messages.
  ///   - reports: The traffic of the ports, for a poll of MON-COMMS.
  /// - Returns: The response frames, in order; none for an unknown message.
  mutating func answers(
    to messageID: UBXMessageID, payload: Span<UInt8>, on port: ReceiverPort = .i2c,
    solution: NavigationSolution?, reports: [PortReport] = [PortReport()]
  ) -> [UBXFrame] {
    if messageID.messageClass == Self.configurationClass {
      return configure(messageID, payload, on: port)
    }
    guard payload.isEmpty else { return [] }
    switch messageID {
    case .monVER: return [version.frame]
    case .monRF:
      return solution.map { [UBXFrame(.monRF, payload: $0.monRF(configuration))] } ?? []
    case .monCOMMS: return [UBXFrame(.monCOMMS, payload: reports.monCOMMS())]
    case .secUNIQID: return [UBXFrame(.secUNIQID, payload: [1, 0, 0, 0] + uniqueID)]
    default:
      guard let solution, let message = NavigationMessage.all.first(where: { $0.id == messageID })
      else { return [] }
      return message.frame(of: solution).map { [$0] } ?? []
    }
  }

  private static let configurationClass: UInt8 = 0x06

  private mutating func configure(
    _ id: UBXMessageID, _ payload: Span<UInt8>, on port: ReceiverPort
  ) -> [UBXFrame] {
    // Any other configuration message ends a transaction without effect.
    if id != transaction?.messageID { transaction = nil }
    if id == .cfgRST, let request = ReceiverReset(decoding: payload) {
      reset = request
      return []  // newer firmware never acknowledges CFG-RST
    }
    let answer: [UBXFrame]?
    switch id {
    case .cfgRATE: answer = rate(payload)
    case .cfgVALSET: answer = setValues(payload)
    case .cfgVALGET: answer = getValues(payload)
    case .cfgVALDEL: answer = deleteValues(payload)
    case .cfgCFG: answer = keepValues(payload)
    case .cfgMSG: answer = messageRate(payload, on: port)
    case .cfgPRT: answer = self.port(payload, on: port)
    case .cfgNAV5: answer = navigationSettings(payload)
    case .cfgTMODE3: answer = timeMode(payload)
    case .cfgNAVX5: answer = expertSettings(payload)
    case .cfgINF: answer = texts(payload)
    case .cfgDGNSS: answer = differentialMode(payload)
    case .cfgSBAS: answer = augmentation(payload)
    case .cfgGNSS: answer = systems(payload)
    default: answer = nil
    }
    let acknowledgement = UBXAcknowledgement(isAccepted: answer != nil, messageID: id)
    return (answer ?? []) + [acknowledgement.frame]
  }
}

/// The response to MON-VER; each field holds at most 29 characters.
extension MonVER {
  /// The version of a receiver with the statistical model.
  static let statistical = MonVER(
    softwareVersion: "boardsim statistical receiver",
    hardwareVersion: "00190000",
    extensions: ["MODEL=boardsim statistical", "NOTE=states and errors drawn"] + zedF9P)

  /// The version of a receiver that solves.
  static let solving = MonVER(
    softwareVersion: "boardsim RTK receiver",
    hardwareVersion: "00190000",
    extensions: ["MODEL=boardsim rtk", "NOTE=positions solved"] + zedF9P)

  /// The texts by which drivers know the receiver that is modelled; some read the systems from the last two.
  private static let zedF9P = [
    "FWVER=HPG 1.32", "PROTVER=27.31", "MOD=ZED-F9P", "GPS;GLO;GAL;BDS", "SBAS;QZSS",
  ]
}
