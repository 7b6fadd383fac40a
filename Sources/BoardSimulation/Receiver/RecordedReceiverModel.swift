internal import Mathematics
public import SensorDrivers
internal import TextOutput

/// A receiver that sends what another one has once sent, on the same address and DDC port as the model.
///
/// Its epochs come at their recorded distances, the first as soon as it has started after power-up. One
/// with positions in UBX acknowledges whatever configures it and changes nothing; one that has them in NMEA
/// alone does not answer UBX, as receivers that speak only NMEA. Corrections are counted and not used. At
/// its end it stays silent until its power goes and comes back.
public final class RecordedReceiverModel: SimulatedI2CDevice {
  /// The log that it sends.
  public let log: ReceiverLog
  /// The world around it; it has measured another one.
  public var world: World
  /// Whom it tells of misuse: what passes here is judged by the model alone.
  public var onMisuse: ((DriverMisuse) -> Void)?
  /// The part's present defects: `overflow`, `length` and `crc` show, the others are in what was recorded.
  public var defects = PartDefects() { didSet { port.defects = defects } }
  /// Bytes of message input that are no UBX messages: corrections, which are not used.
  public var correctionBytes: Int { earlierCorrectionBytes + inputBytes - input.counts.frameBytes }

  private var port = DDCPort()
  private var input = UBXScanner()
  private var inputBytes = 0
  private var earlierCorrectionBytes = 0
  private var now = Duration.zero
  private var ready = UBloxReceiverModel.startUpTime
  /// The index of the next epoch.
  private var next = 0

  /// Creates a receiver whose power comes on at board time zero.
  public init(_ log: ReceiverLog, world: World) {
    self.log = log
    self.world = world
  }

  /// Begins the log anew.
  public func powerUp(at now: Duration) {
    self.now = now
    ready = now + UBloxReceiverModel.startUpTime
    (earlierCorrectionBytes, inputBytes) = (correctionBytes, 0)
    port = DDCPort(since: now)
    port.defects = defects
    input = UBXScanner()
    next = 0
  }

  /// Sends every epoch that is due by `time`.
  public func advance(to time: Duration) {
    while next < log.epochs.count, ready + log.epochs[next].time <= time {
      let epoch = log.epochs[next]
      for message in epoch.messages { port.send(periodic: message, at: ready + epoch.time) }
      next += 1
    }
    now = max(now, time)
  }

  /// Returns a sentence where the log has ended by a board time, with the consequence; `nil` while it goes
  /// on.
  func end(at time: Duration) -> String? {
    let end = ready + log.duration
    guard time > end + log.period else { return nil }
    var seconds: [UInt8] = []
    seconds.append(decimal: end.inSeconds, decimals: 1)
    return
      "the receiver's log has ended at board time \(String(decoding: seconds, as: UTF8.self)) s, "
      + "after \(log.epochs.count) epochs; the receiver is silent until its power comes back"
  }
}

// MARK: The bus

extension RecordedReceiverModel {
  /// Acknowledges as soon as it has started.
  public func acknowledgesAddress(for direction: TransferDirection) -> Bool { now >= ready }

  /// Takes message input, or the address pointer when it is a single byte; refuses nothing.
  public func write(_ bytes: Span<UInt8>) -> Int? {
    if bytes.count == 1 {
      port.select(register: bytes[0])
    } else if !bytes.isEmpty {
      inputBytes += bytes.count
      var messages: [UBXFrame] = []
      input.consume(bytes) { messages.append(UBXFrame($0, payload: [UInt8]($1))) }
      for message in messages { answer(message) }
    }
    return nil
  }

  /// Gives register or stream bytes from the address pointer on.
  public func read(into buffer: inout MutableSpan<UInt8>) { port.read(into: &buffer, at: now) }

  /// The count of waiting bytes, and the beginning of what waits.
  public var registers: [PartRegister] { port.registers }

  /// The place in the log.
  public var condition: [(name: String, value: String)] {
    let mode = now < ready ? "starting" : next < log.epochs.count ? "playing" : "ended"
    return [
      ("mode", mode), ("epoch", "\(next)"), ("epochs", "\(log.epochs.count)"),
      ("protocol", log.isUBX ? "UBX" : "NMEA"), ("lost_bytes", "\(port.lostBytes)"),
      ("correction_bytes", "\(correctionBytes)"),
    ]
  }

  /// The register, or the messages in its bytes by name and length.
  public func meaning(of transfer: I2CTransfer) -> String { DDCText.meaning(of: transfer) }

  /// Answers as far as a driver needs it to start.
  private func answer(_ message: UBXFrame) {
    guard log.isUBX else { return }
    let (messageID, isPoll) = (message.messageID, message.payload.isEmpty)
    if messageID == .monVER, isPoll {
      port.send(answer: Self.version.frame.encode())
    }
    guard messageID.messageClass == UBXMessageID.cfgRATE.messageClass, messageID != .cfgRST else {
      return
    }
    if messageID == .cfgRATE, isPoll { port.send(answer: rate.frame.encode()) }
    let acknowledgement = UBXAcknowledgement(isAccepted: true, messageID: messageID)
    port.send(answer: acknowledgement.frame.encode())
  }

  private var rate: CfgRATE {
    var rate = CfgRATE()
    rate.measurementPeriodMilliseconds = UInt16(
      clamping: Int64((log.period / .milliseconds(1)).rounded()))
    return rate
  }

  /// The receiver's name for itself.
  private static let version = MonVER(
    softwareVersion: "boardsim recorded receiver", hardwareVersion: "00190000",
    extensions: ["MODEL=boardsim recorded log"])
}
