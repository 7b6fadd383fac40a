public import GNSSBasics
internal import SensorDrivers

/// A statistical model of a u-blox ZED-F9P receiver on its DDC (I2C) interface, address 0x42.
///
/// It solves no equations. Its position is the world's, missed by errors that are drawn as large
/// and as slow as those of a real receiver in the same state; its state follows the corrections
/// that it is really sent, read from the RTCM 3 bytes: `CorrectionMonitor` decides which epochs can
/// be used, `FixModel` what state they lead to, `ErrorModel` how far the position is off. It says
/// so itself in MON-VER.
///
/// Navigation epochs are at whole multiples of their period in GPS time, and their messages can be
/// read 60 ms later. Chance is drawn at epochs only, so how often the receiver is polled changes
/// nothing. Messages, registers and time-outs are those of the interface description.
public final class UBloxReceiverModel: SimulatedI2CDevice {
  /// Bytes of corrections that were written to the receiver.
  ///
  /// That is every byte of message input (a write of two bytes or more) that is not part of a valid
  /// UBX frame, whether or not RTCM input is switched on and whatever the bytes mean. Bytes of a UBX
  /// frame that is not complete yet count until it is.
  public var correctionBytes: Int { inputBytes - ubxInput.counts.frameBytes }

  private var engine: NavigationEngine
  private var epochs: EpochClock
  private var responder = UBXResponder()
  private var monitor = CorrectionMonitor()
  private var announcer = ReasonAnnouncer()
  private var port = DDCPort()
  private var ubxInput = UBXScanner()

  private var now = Duration.zero
  private var inputBytes = 0
  private var epochCount = 0
  private var solution: NavigationSolution?
  /// Messages that are being computed, with the time from which they can be read.
  private var pending: [(time: Duration, messages: [[UInt8]])] = []

  /// From an epoch to the moment at which its messages can be read.
  private static let latency = Duration.milliseconds(60)

  /// Creates a receiver whose power comes on at board time zero.
  ///
  /// - Parameters:
  ///   - world: The truth it measures.
  ///   - seed: The run's seed; the receiver draws from generators of its own.
  ///   - bootDate: Date of board time zero.
  public init(world: World, seed: UInt64, bootDate: UnixTime) {
    engine = NavigationEngine(world: world, seed: seed)
    epochs = EpochClock(bootDate: bootDate, period: .seconds(1))
  }
}

/// What a test or a log may want to know; drivers learn it from messages.
extension UBloxReceiverModel {
  /// The truth that the receiver measures from the next epoch on.
  public var world: World {
    get { engine.world }
    set { engine.world = newValue }
  }
  /// The state of the fix at the last epoch.
  public var fixState: GNSSFix { solution?.state ?? .none }
  /// Why it is that state.
  public var fixReason: FixReason { solution?.reason ?? .acquiring }
  /// The position measured at the last epoch; `nil` without a fix.
  public var measuredPosition: GeodeticPosition? {
    solution.flatMap { $0.hasFix ? $0.position : nil }
  }
  /// Horizontal and vertical accuracy estimates of the last epoch, metres; `nil` without a fix.
  public var accuracy: (horizontal: Double, vertical: Double)? {
    solution.flatMap { $0.hasFix ? ($0.horizontalAccuracy, $0.verticalAccuracy) : nil }
  }
  /// Age of the corrections in use at the last epoch; `nil` when none were.
  public var correctionAge: Duration? { solution?.reference?.age }
  /// What is known of the corrections received.
  public var corrections: CorrectionStatus { monitor.status }
  /// Output bytes that were lost because the buffer was full.
  public var lostOutputBytes: Int { port.lostBytes }
}

extension UBloxReceiverModel {
  /// Solves every epoch and releases every message that is due by `time`.
  public func advance(to time: Duration) {
    while epochs.next <= time {
      release(upTo: epochs.next)
      solve(at: epochs.next)
      epochs.step()
    }
    release(upTo: time)
    now = max(now, time)
  }

  /// Begins anew and remembers nothing.
  public func powerUp(at now: Duration) {
    guard now > .zero else { return }
    self.now = now
    engine.restart(at: now)
    epochs.restart(period: .seconds(1), at: now)
    responder = UBXResponder()
    monitor = CorrectionMonitor()
    announcer = ReasonAnnouncer()
    port = DDCPort(since: now)
    inputBytes = correctionBytes
    ubxInput = UBXScanner()
    epochCount = 0
    solution = nil
    pending = []
  }

  /// Takes message input, or the address pointer when it is a single byte; refuses nothing.
  public func write(_ bytes: Span<UInt8>) -> Int? {
    if bytes.count == 1 {
      port.select(register: bytes[0])
    } else if !bytes.isEmpty {
      receive(bytes)
    }
    return nil
  }

  /// Gives register or stream bytes from the address pointer on.
  public func read(into buffer: inout MutableSpan<UInt8>) {
    port.read(into: &buffer, at: now)
  }

  private func solve(at epoch: Duration) {
    let timeout = Int64(clamping: responder.configuration[.correctionTimeout])
    let solution = engine.solve(
      at: epoch, time: epochs.time(at: epoch), corrections: monitor.status,
      timeout: .seconds(timeout))
    self.solution = solution
    send(solution, of: epoch)
    epochCount += 1
  }

  /// Computes the messages of an epoch, unless nobody reads.
  private func send(_ solution: NavigationSolution, of epoch: Duration) {
    guard port.isStreaming(at: epoch) else { return }
    let configuration = responder.configuration
    var messages = EpochOutput(
      solution: solution, configuration: configuration, number: epochCount
    ).messages()
    if configuration.isOn(.i2cOutputUBX),
      let text = announcer.message(about: solution.reason, at: epoch, configuration: configuration)
    {
      messages.append(text)
    }
    pending.append((epoch + Self.latency, messages))
  }

  private func release(upTo time: Duration) {
    while let first = pending.first, first.time <= time {
      for message in first.messages { port.send(periodic: message, at: first.time) }
      pending.removeFirst()
    }
  }
}

extension UBloxReceiverModel {
  /// Lets each protocol look for its messages: all of them see every byte.
  private func receive(_ bytes: Span<UInt8>) {
    inputBytes += bytes.count
    let othersBefore = ubxInput.counts.otherBytes
    ubxInput.consume(bytes) { messageID, payload in answer(messageID, payload) }
    let isAllUBX = ubxInput.counts.otherBytes == othersBefore && correctionBytes == othersBefore
    guard !isAllUBX else { return }
    receiveCorrections(bytes)
  }

  private func answer(_ messageID: UBXMessageID, _ payload: Span<UInt8>) {
    guard responder.configuration.isOn(.i2cInputUBX) else { return }
    let frames = responder.answers(to: messageID, payload: payload, solution: solution)
    applyConfiguration()
    guard responder.configuration.isOn(.i2cOutputUBX) else { return }
    for frame in frames { port.send(answer: frame.encode()) }
  }

  private func applyConfiguration() {
    let configuration = responder.configuration
    port.hasExtendedTimeout = configuration.isOn(.i2cExtendedTimeout)
    let milliseconds = configuration[.measurementPeriod] * configuration[.navigationRate]
    epochs.setPeriod(.milliseconds(Int64(clamping: milliseconds)), at: now)
  }

  private func receiveCorrections(_ bytes: Span<UInt8>) {
    guard responder.configuration.isOn(.i2cInputRTCM3) else {
      monitor.countDisabledInput()
      return
    }
    let leapSeconds = epochs.time(at: now).leapSeconds
    monitor.consume(bytes, at: now, leapSeconds: leapSeconds) { message in report(message) }
  }

  /// Tells what became of an RTCM message (RXM-RTCM).
  private func report(_ message: CorrectionMonitor.Message) {
    let configuration = responder.configuration
    guard configuration.isOn(.outputRxmRTCM), configuration.isOn(.i2cOutputUBX) else { return }
    var report = RxmRTCM()
    report.isCRCFailed = message.isCRCWrong
    report.use = message.isUsed ? .used : .notUsed
    report.referenceStationID = message.stationID ?? 0xFFFF  // not available
    report.messageType = message.type
    port.send(periodic: report.frame.encode(), at: now)
  }
}
