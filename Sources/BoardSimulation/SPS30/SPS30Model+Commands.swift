extension SPS30Model {
  private static let productType = "00080000"
  /// The product type of another part in the family.
  private static let otherProductType = "00080001"
  private static let firmwareVersion: UInt16 = 0x0202

  func execute(_ request: Request) {
    switch request.command {
    case .startMeasurement: start(format: UInt8(request.arguments[0] >> 8))
    case .stopMeasurement: state = .idle
    case .wakeUp:
      // Wake-up affects only a sleeping part (§6.3.6); an awake part continues its work.
      if case .asleep = state { state = .idle }
    case .sleep: state = .asleep(listeningUntil: .zero)
    case .reset:
      reset()
    case .startCleaning: clean(from: now)
    case .clearStatus: status = 0
    case .cleaningInterval where request.arguments.count == 2:
      cleaningInterval = UInt32(request.arguments[0]) << 16 | UInt32(request.arguments[1])
    default:
      response = Response(command: request.command, words: answer(to: request.command))
    }
  }

  /// Returns the present response to a command, without side effects.
  func answer(to command: SPS30Command) -> [UInt16] {
    switch command {
    case .readDataReady: [isDataReady ? 1 : 0]
    case .readValues: latestValues
    case .cleaningInterval: SPS30Words.words(cleaningInterval)
    case .readProductType:
      SPS30Words.words(
        defects.contains(.wrongID) ? Self.otherProductType : Self.productType, count: 8)
    case .readSerialNumber: SPS30Words.words(serialNumber, count: 32)
    case .readVersion: [Self.firmwareVersion]
    case .readStatus: SPS30Words.words(status)
    default: []
    }
  }

  private var isDataReady: Bool {
    guard case .measuring(let measuring) = state else { return false }
    return measuring.isDataReady
  }

  private var latestValues: [UInt16] {
    guard case .measuring(let measuring) = state else { return [] }
    return measuring.latest.words(in: measuring.format)
  }

  /// Marks the values as read.
  func valuesTaken() {
    guard case .measuring(var measuring) = state else { return }
    if !measuring.hasSample { judgeEarlyRead() }
    measuring.isDataReady = false
    state = .measuring(measuring)
  }

  private func start(format code: UInt8) {
    guard let format = SPS30Measurement.Format(rawValue: code) else { return }
    state = .measuring(
      Measuring(format: format, start: now, nextSample: now + Self.samplePeriod))
  }
}
