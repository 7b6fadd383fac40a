internal import Bytes
internal import RTCMParser
public import SensorDrivers

// MARK: Bus

extension UBloxReceiverModel {
  /// Returns whether the receiver has started, from when on it acknowledges.
  public func acknowledgesAddress(for direction: TransferDirection) -> Bool { now >= ready }

  /// Takes message input, or the address pointer as a single byte; all bytes are acknowledged.
  public func write(_ bytes: Span<UInt8>) -> Int? {
    if bytes.count == 1 {
      if onMisuse != nil { judge(pointer: bytes[0]) }
      port.select(register: bytes[0])
    } else if !bytes.isEmpty {
      receive(bytes, on: .i2c)
    }
    return nil
  }

  /// Reads registers or the stream from the address pointer on.
  public func read(into buffer: inout MutableSpan<UInt8>) {
    if onMisuse != nil, port.hasStopped { judgePause() }
    port.read(into: &buffer, at: now)
  }
}

// MARK: Input

extension UBloxReceiverModel {
  /// Passes input to all protocols, each of which sees every byte.
  func receive(_ bytes: Span<UInt8>, on port: ReceiverPort) {
    input[port].bytes += bytes.count
    let before = input[port].ubx.counts
    var messages: [UBXFrame] = []
    input[port].ubx.consume(bytes) { messages.append(UBXFrame($0, payload: [UInt8]($1))) }
    for message in messages { answer(message.messageID, message.payload.span, on: port) }
    let (ubx, count) = (input[port].ubx.counts, input[port].bytes)
    // Corrections may contain the beginning of a message by chance; a write that begins with one is a
    // message.
    let isConfiguration =
      bytes.count > 2 && bytes[0] == 0xB5 && bytes[1] == 0x62 && bytes[2] == 0x06
    if port == .i2c, onMisuse != nil, isConfiguration, ubx.oversized > before.oversized {
      judgeLength()
    }
    let hasOthers = ubx.otherBytes > before.otherBytes
    switch port {
    case .i2c:
      if hasOthers || count - ubx.frameBytes != before.otherBytes {
        receiveCorrections(bytes, on: port, isCounted: true)
      }
    // Messages come in pieces here, so that a part of one is no sign of corrections.
    case .uart1, .uart2: receiveCorrections(bytes, on: port, isCounted: hasOthers)
    }
    if let reset = responder.takeReset() { follow(reset) }
  }

  private func answer(_ messageID: UBXMessageID, _ payload: Span<UInt8>, on port: ReceiverPort) {
    guard responder.configuration.isOn(.i2cInputUBX.on(port)) else { return }
    if messageID == .rxmRAWX { _ = measurement() }
    let frames = responder.answers(
      to: messageID, payload: payload, on: port, solution: solution, reports: portReports)
    guard responder.configuration.isOn(.i2cOutputUBX.on(port)) else {
      return applyConfiguration()
    }
    for frame in frames { answer(frame, on: port, at: now) }
    applyConfiguration()
  }

  func receiveCorrections(_ bytes: Span<UInt8>, on port: ReceiverPort, isCounted: Bool) {
    guard responder.configuration.isOn(.i2cInputRTCM3.on(port)) else {
      if isCounted { monitor.countDisabledInput() }
      return
    }
    monitor.consume(
      bytes, on: port, isCounted: isCounted, at: now, date: gpsTime(at: now),
      leapSeconds: leapSeconds
    ) { message in
      report(message)
    }
    solveVectors()
    if port != .uart2 { passOn(bytes) }
  }

  /// Reports the use of an RTCM message (RXM-RTCM) on the ports that want it.
  private func report(_ message: CorrectionMonitor.Message) {
    let configuration = responder.configuration
    for port in ports
    where configuration.isOn(.outputRxmRTCM.on(port)) && configuration.isOn(.i2cOutputUBX.on(port))
    {
      var report = RxmRTCM()
      report.isCRCFailed = message.isCRCWrong
      report.use = message.isUsed ? .used : .notUsed
      report.referenceStationID = message.stationID ?? 0xFFFF  // not available
      report.messageType = message.type
      send(report.frame.encode(), on: port, at: now)
    }
  }

  /// The traffic of the ports in use since the start.
  var portReports: [PortReport] {
    ports.map { one in
      let (ubx, rtcm) = (input[one].ubx.counts, monitor.counts(of: one))
      var report = PortReport(
        port: one, received: input[one].bytes, ubxMessages: ubx.frames, rtcmMessages: rtcm.frames,
        skipped: max(input[one].bytes - ubx.frameBytes - rtcm.frameBytes, 0))
      if one == .i2c {
        (report.waiting, report.sent, report.peak) = (port.waiting, port.sentBytes, port.peak)
        report.hasLost = port.lostBytes > 0
      } else if let line = one == .uart1 ? uart : link {
        (report.waiting, report.sent, report.peak) = (line.waiting, line.sentBytes, line.peak)
        report.hasLost = line.lostBytes > 0
      }
      return report
    }
  }
}

// MARK: Misuse

extension UBloxReceiverModel {
  /// Checks a write of one byte, which sets the address pointer and is never input.
  private func judge(pointer: UInt8) {
    if input[.i2c].ubx.isInFrame {
      onMisuse?(
        DriverMisuse(
          "writes one byte, \(pointer.hexadecimal), in the midst of a message: it sets the address "
            + "pointer and is lost to the message",
          remedy: "send the last byte of a message together with those before it",
          section: "UBX-18010802 3.6.2.3"))
    } else if pointer < UBloxRegister.waitingHigh.rawValue {
      onMisuse?(
        DriverMisuse(
          "sets the address pointer to \(pointer.hexadecimal), where there is no register",
          remedy: "write two bytes or more as input, or one of 0xFD, 0xFE and 0xFF",
          section: "UBX-18010802 3.6.2.1"))
    }
  }

  private func judgePause() {
    let seconds = port.timeSinceRead(at: now) / .seconds(1)
    onMisuse?(
      DriverMisuse(
        "reads after \((seconds * 10).rounded() / 10) s: messages of the time from 1.5 s on are lost",
        remedy: "read at least every 1.5 s, or set CFG-I2C-EXTENDEDTIMEOUT",
        section: "UBX-18010802 3.6.2"))
  }

  private func judgeLength() {
    onMisuse?(
      DriverMisuse(
        "sends a message of more than \(input[.i2c].ubx.maximumPayload) bytes, which does not fit the input buffer",
        remedy: "send fewer items at a time", section: "UBX-18010802 3.6"))
  }
}
