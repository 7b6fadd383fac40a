internal import Mathematics
public import SensorDrivers
internal import TextOutput

/// A receiver that replays another receiver's recorded output, with the model's address and DDC port.
///
/// Epochs keep their recorded intervals; the first one is sent as soon as the receiver has started after
/// power-up. With positions in UBX, the receiver acknowledges every configuration message without effect.
/// With positions only in NMEA, it does not respond to UBX, like receivers that support only NMEA.
/// Corrections are counted and not used. At the end of the log the receiver stays silent until a power cycle.
public final class RecordedReceiverModel: SimulatedI2CDevice {
  /// The replayed log.
  public let log: ReceiverLog
  /// The world around the receiver, which does not affect the recorded output.
  public var world: World
  /// The observer of driver misuse; a replay checks for none, unlike the receiver model.
  public var onMisuse: ((DriverMisuse) -> Void)?
  /// The part's present defects; only `overflow`, `length` and `crc` have an effect here.
  public var defects = PartDefects() { didSet { port.defects = defects } }
  /// The number of message input bytes outside of UBX messages: corrections, which are not used.
  public var correctionBytes: Int { earlierCorrectionBytes + inputBytes - input.counts.frameBytes }

  private var port = DDCPort()
  private var input = UBXScanner()
  private var inputBytes = 0
  private var earlierCorrectionBytes = 0
  private var now = Duration.zero
  private var ready = UBloxReceiverModel.startUpTime
  /// The index of the next epoch.
  private var next = 0

  /// Creates a receiver that is powered on at board time zero.
  public init(_ log: ReceiverLog, world: World) {
    self.log = log
    self.world = world
  }

  /// Powers the receiver up and restarts the log.
  public func powerUp(at now: Duration) {
    self.now = now
    ready = now + UBloxReceiverModel.startUpTime
    (earlierCorrectionBytes, inputBytes) = (correctionBytes, 0)
    port = DDCPort(since: now)
    port.defects = defects
    input = UBXScanner()
    next = 0
  }

  /// Sends every epoch due by `time`.
  public func advance(to time: Duration) {
    while next < log.epochs.count, ready + log.epochs[next].time <= time {
      let epoch = log.epochs[next]
      for message in epoch.messages { port.send(periodic: message, at: ready + epoch.time) }
      next += 1
    }
    now = max(now, time)
  }

  /// Returns a sentence about the log's end and its consequence; `nil` while the log has not ended.
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

// MARK: Bus

extension RecordedReceiverModel {
  /// Returns whether the receiver has started, from when on it acknowledges.
  public func acknowledgesAddress(for direction: TransferDirection) -> Bool { now >= ready }

  /// Takes message input, or the address pointer as a single byte; all bytes are acknowledged.
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

  /// Reads registers or the stream from the address pointer on.
  public func read(into buffer: inout MutableSpan<UInt8>) { port.read(into: &buffer, at: now) }

  /// The count of waiting bytes, and the first waiting bytes.
  public var registers: [PartRegister] { port.registers }

  /// The replay's mode and its position in the log, with byte counts.
  public var condition: [(name: String, value: String)] {
    let mode = now < ready ? "starting" : next < log.epochs.count ? "playing" : "ended"
    return [
      ("mode", mode), ("epoch", "\(next)"), ("epochs", "\(log.epochs.count)"),
      ("protocol", log.isUBX ? "UBX" : "NMEA"), ("lost_bytes", "\(port.lostBytes)"),
      ("correction_bytes", "\(correctionBytes)"),
    ]
  }

  /// Returns the registers, and the names and lengths of messages, in a transfer.
  public func meaning(of transfer: I2CTransfer) -> String { DDCText.meaning(of: transfer) }

  /// Responds to a message as far as drivers need it to start.
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

  /// The receiver's version response (MON-VER).
  private static let version = MonVER(
    softwareVersion: "boardsim recorded receiver", hardwareVersion: "00190000",
    extensions: ["MODEL=boardsim recorded log"])
}
