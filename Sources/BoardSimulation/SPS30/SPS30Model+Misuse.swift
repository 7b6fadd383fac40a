internal import SensorDrivers

/// Checks for misuse that real silicon would punish; a check never changes the part's behaviour.
extension SPS30Model {
  private func tell(_ what: String, _ remedy: String, _ section: String) {
    onMisuse?(DriverMisuse(what, remedy: remedy, section: "SPS30 datasheet v1.0 \(section)"))
  }

  /// Reports an address during start-up, during a command's execution, or before a command's STOP.
  func judgeHaste() {
    guard onMisuse != nil else { return }
    if let request {
      return tell(
        "gets a repeated START after \(request.command.title)",
        "end the command with a STOP and read in a transfer of its own", "§6.1")
    }
    guard let lastRequest else {
      let since = now - (busyUntil - Self.startUpTime)
      return tell(
        "is addressed \(since.inMilliseconds) after its supply came on",
        "wait \(Self.startUpTime.inMilliseconds)", "§6.3.13")
    }
    let needed = lastRequest.executionTime
    tell(
      "is addressed \((now - (busyUntil - needed)).inMilliseconds) into \(lastRequest.command.title), which "
        + "takes \(needed.inMilliseconds)",
      "wait \(needed.inMilliseconds) after it", "§6.3")
  }

  func judgeUnaskedRead() {
    guard onMisuse != nil else { return }
    tell(
      "is read though nothing was asked", "send the command before each read", "§6.1")
  }

  func judgeSecondRead(of command: SPS30Command) {
    guard onMisuse != nil else { return }
    tell(
      "is read the answer to \(command.title) a second time, which is zeros",
      "send the command before each read", "§6.1")
  }

  func judgeEarlyRead() {
    guard onMisuse != nil else { return }
    tell(
      "is read values before the first sample, which are zeros",
      "wait until \(SPS30Command.readDataReady.title) says 1", "§6.3.3")
  }

  /// Reports a command that the part does not know, or does not accept in its present mode.
  func judgeCommand(_ code: UInt16) {
    guard onMisuse != nil else { return }
    guard let command = SPS30Command(rawValue: code) else {
      return tell(
        "gets \(code.hexadecimal), which is no command", "use those of the datasheet", "§6.3")
    }
    tell("gets \(command.title) while \(stateName)", command.requirement, "§4.1, §6.3")
  }

  func judgeChecksum(of command: SPS30Command, expected: UInt8, actual: UInt8) {
    guard onMisuse != nil else { return }
    tell(
      "gets an argument of \(command.title) with the CRC \(actual.hexadecimal)",
      "send \(expected.hexadecimal) behind this word", "§6.2")
  }
}

extension SPS30Command {
  /// The datasheet's name of the command with its code: `start measurement (0x0010)`.
  var title: String {
    let name =
      switch self {
      case .startMeasurement: "start measurement"
      case .stopMeasurement: "stop measurement"
      case .readDataReady: "read data-ready flag"
      case .readValues: "read measured values"
      case .sleep: "sleep"
      case .wakeUp: "wake-up"
      case .startCleaning: "start fan cleaning"
      case .cleaningInterval: "auto cleaning interval"
      case .readProductType: "read product type"
      case .readSerialNumber: "read serial number"
      case .readVersion: "read version"
      case .readStatus: "read device status register"
      case .clearStatus: "clear device status register"
      case .reset: "device reset"
      }
    return "\(name) (\(rawValue.hexadecimal))"
  }

  /// The required step before the command, as an instruction.
  fileprivate var requirement: String {
    switch self {
    case .startMeasurement, .sleep: "stop the measurement, or wake the part, before it"
    case .readValues, .startCleaning: "start a measurement before it"
    default: "send wake-up (0x1103) twice before it"
    }
  }
}
