internal import Mathematics
internal import SensorDrivers

/// Answers UBX messages, as far as a driver needs them to detect and configure a receiver.
///
/// Messages of class CFG are acknowledged or refused, but for CFG-RST; other unknown ones stay without an
/// answer.
struct UBXResponder: Sendable {
  /// The configuration that the messages change.
  var configuration = ReceiverConfiguration()
  /// Changes that are collected until they come into force all at once.
  var transaction: ConfigurationTransaction?
  /// The chip's number, as SEC-UNIQID tells it.
  let uniqueID: [UInt8]
  /// The reset that CFG-RST has asked for, until it is taken.
  private var reset: ReceiverReset?

  /// Creates the responder of a receiver as delivered, whose number is the seed's.
  init(seed: UInt64 = 0) {
    var generator = Xoshiro256(seed: seed, part: "receiver.id")
    let number = generator.next()
    uniqueID = (0..<5).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Begins anew after a start: the configuration is that which was kept.
  mutating func restart() {
    configuration.restart()
    transaction = nil
    reset = nil
  }

  /// Takes the reset that CFG-RST has asked for.
  mutating func takeReset() -> ReceiverReset? {
    defer { reset = nil }
    return reset
  }

  /// Acts on a message and answers it.
  ///
  /// - Parameters:
  ///   - messageID: Which message.
  ///   - payload: Its payload; empty in most polls.
  ///   - solution: The last navigation epoch, for polls of navigation messages.
  ///   - port: What has passed through the port, for a poll of MON-COMMS.
  /// - Returns: The frames that answer, in order; none for a message that is not known.
  mutating func answers(
    to messageID: UBXMessageID, payload: Span<UInt8>, solution: NavigationSolution?,
    port: PortReport = PortReport()
  ) -> [UBXFrame] {
    if messageID.messageClass == Self.configurationClass {
      return configure(messageID, payload)
    }
    guard payload.isEmpty else { return [] }
    switch messageID {
    case .monVER: return [Self.version.frame]
    case .monCOMMS: return [UBXFrame(.monCOMMS, payload: port.monCOMMS())]
    case .secUNIQID: return [UBXFrame(.secUNIQID, payload: [1, 0, 0, 0] + uniqueID)]
    default:
      guard let solution, let message = NavigationMessage.all.first(where: { $0.id == messageID })
      else { return [] }
      return message.frame(of: solution).map { [$0] } ?? []
    }
  }

  /// The receiver's name for itself, in fields that hold 29 characters each.
  static let version = MonVER(
    softwareVersion: "boardsim statistical receiver",
    hardwareVersion: "00190000",
    extensions: ["MODEL=boardsim statistical", "NOTE=states and errors drawn", "PROTVER=27.31"])

  private static let configurationClass: UInt8 = 0x06

  private mutating func configure(_ id: UBXMessageID, _ payload: Span<UInt8>) -> [UBXFrame] {
    // Any other configuration message ends a transaction without effect.
    if id != transaction?.messageID { transaction = nil }
    if id == .cfgRST, let request = ReceiverReset(decoding: payload) {
      reset = request
      return []  // newer firmware never acknowledges it
    }
    let answer: [UBXFrame]?
    switch id {
    case .cfgRATE: answer = rate(payload)
    case .cfgVALSET: answer = setValues(payload)
    case .cfgVALGET: answer = getValues(payload)
    case .cfgVALDEL: answer = deleteValues(payload)
    case .cfgCFG: answer = keepValues(payload)
    case .cfgMSG: answer = messageRate(payload)
    case .cfgPRT: answer = port(payload)
    case .cfgNAV5: answer = navigationSettings(payload)
    case .cfgTMODE3: answer = timeMode(payload)
    default: answer = nil
    }
    let acknowledgement = UBXAcknowledgement(isAccepted: answer != nil, messageID: id)
    return (answer ?? []) + [acknowledgement.frame]
  }
}
