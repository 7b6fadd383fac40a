internal import Mathematics

extension CCS811Model {
  /// The idle time required between a drive mode and a slower one.
  private static let rest = Duration.seconds(600)

  /// Carries out the measurements due by `now`, in order.
  public func advance(to now: Duration) {
    while let due = application.nextSample, due <= now {
      sample(at: due)
      application.nextSample = samplePeriod.map { due + $0 }
    }
    self.now = max(self.now, now)
  }

  /// Returns the time for which the layer has been heated.
  func heated(at time: Duration) -> Duration {
    application.heatedSince.map { max(time - $0, .zero) } ?? .zero
  }

  // MARK: Drive modes

  func setMeasurementMode(_ value: UInt8) {
    guard value >> 4 & 7 <= 4 else {
      fault |= CCS811Fault.measurementModeInvalid
      misuse("receives drive mode \(value >> 4 & 7)", "use 0 to 4", "MEAS_MODE register")
      return
    }
    leaveMode()
    application.measurementMode = value & 0x7C
    application.nextSample = samplePeriod.map { now + $0 }
    application.isFirstResult = true
    enterMode()
  }

  private func leaveMode() {
    guard let period = samplePeriod else { return }
    application.lastPeriod = period
    application.idleSince = now
  }

  private func enterMode() {
    guard let period = samplePeriod else {
      application.heatedSince = nil
      return
    }
    if application.heatedSince == nil { application.heatedSince = now }
    guard let last = application.lastPeriod, let idle = application.idleSince,
      period != last
    else { return }
    // "…it should be placed in Mode 0 (Idle) for at least 10 minutes before enabling the new mode" (v1-00, p.
    // 8, Modes of Operation); a change to a faster mode needs no rest.
    let isTooEarly = period > last && now - idle < Self.rest
    application.warmSince = isTooEarly ? now : nil
    guard isTooEarly else { return }
    misuse(
      "is put into a slower mode without a rest", "write mode 0 and wait 10 minutes first",
      "v1-00 p. 8, Modes of Operation")
  }

  private var driveMode: UInt8 { application.measurementMode >> 4 & 7 }

  /// The time between two measurements by the part's own clock; `nil` in idle mode.
  ///
  /// Source: datasheet v1-00, p. 8, the modes and the note below them.
  var samplePeriod: Duration? {
    let microseconds: Double
    switch driveMode {
    case 1: microseconds = 1e6
    case 2: microseconds = 1e7
    case 3: microseconds = 6e7
    case 4: microseconds = 2.5e5
    default: return nil
    }
    return .microseconds(Int64((microseconds * (1 + clockShift)).rounded()))
  }

  /// The relative error of the part's clock; positive when the clock is slow.
  var clockShift: Double {
    if realism.isIdeal { return 0 }
    guard realism.tolerance == .worst else { return clockError * CCS811Silicon.clockTolerance }
    return clockError < 0 ? -CCS811Silicon.clockTolerance : CCS811Silicon.clockTolerance
  }

  // MARK: Measurements

  private func sample(at time: Duration) {
    let noise = realism.isIdeal ? 0 : chance.bell() * CCS811Silicon.noise
    guard !defects.contains(.notReady) else { return }
    let air = air(at: time)
    let seconds = heated(at: time).inSeconds
    var factor = 1 + noise
    if let warm = application.warmSince {
      factor *= CCS811Silicon.warmth(since: (time - warm).inSeconds)
    }
    let resistance = CCS811Silicon.resistance(in: air, heated: seconds) * factor
    application.raw = Self.rawData(resistance: resistance)
    application.isDataReady = true
    if driveMode != 4 {
      let tvocResistance = CCS811Silicon.tvocResistance(in: air, heated: seconds) * factor
      compute(from: resistance, tvocResistance, heated: seconds)
    }
    announce(at: time)
    application.lastSample = time
  }

  private func air(at time: Duration) -> WorldState {
    var air = world.state(at: time)
    if let factor = defects.drift?.factor(at: time) {
      air.eco2 *= factor
      air.tvoc *= factor
    }
    return air
  }

  /// Computes the algorithm's eCO2 and TVOC from a measurement.
  private func compute(from resistance: Double, _ tvocResistance: Double, heated: Double) {
    let compensated = compensated(resistance)
    if !realism.isIdeal, let period = samplePeriod {
      application.baseline.learn(
        compensated / CCS811Silicon.runIn(heated: heated), after: period.inSeconds)
    }
    let load = load(of: compensated)
    let tvoc = CCS811Silicon.doublingTVOC * self.load(of: self.compensated(tvocResistance))
    show(
      eco2: CCS811Silicon.cleanAirECO2 + CCS811Silicon.doublingLoad * load, tvoc: tvoc)
  }

  private func compensated(_ resistance: Double) -> Double {
    CCS811Silicon.compensated(
      resistance, humidity: application.humidity, temperature: application.temperature)
  }

  private func load(of compensated: Double) -> Double {
    CCS811Silicon.load(compensated: compensated, baseline: application.baseline.resistance)
  }

  /// Puts a result into its mailbox; the first result of a drive mode shows clean air.
  private func show(eco2: Double, tvoc: Double) {
    let isFirst = application.isFirstResult
    application.isFirstResult = false
    let (eco2Range, tvocRange) = (firmware.eco2Range, firmware.tvocRange)
    application.eco2 = Self.rounded(isFirst ? 0 : eco2, in: eco2Range)
    application.tvoc = Self.rounded(isFirst ? 0 : tvoc, in: tvocRange)
    guard defects.contains(.saturated) else { return }
    (application.eco2, application.tvoc) = (
      UInt16(eco2Range.upperBound), UInt16(tvocRange.upperBound)
    )
    fault |= CCS811Fault.maximumResistance
  }

  /// Pulls nINT low if enabled: at each result, or only at results that enter another threshold range.
  private func announce(at time: Duration) {
    let crosses = driveMode != 4 && application.thresholds.cross(Int(application.eco2))
    guard application.measurementMode & 0x08 != 0 else { return }
    if application.measurementMode & 0x04 == 0 || crosses {
      setInterrupt(isOn: true, at: time)
    }
  }

  private static func rounded(_ value: Double, in range: ClosedRange<Double>) -> UInt16 {
    UInt16(value.limited(to: range).rounded())
  }

  /// Returns RAW_DATA: the current through the layer, µA, and the voltage across it, 1023 steps of 1.65 V.
  ///
  /// The current is chosen so that the voltage stays a little below 1 V where possible.
  private static func rawData(resistance: Double) -> UInt16 {
    let microamperes = (1e6 / resistance).rounded(.down).limited(to: 1...63)
    let volts = resistance * microamperes * 1e-6
    let steps = (volts / 1.65 * 1023).rounded().limited(to: 0...1023)
    return UInt16(microamperes) << 10 | UInt16(steps)
  }
}
