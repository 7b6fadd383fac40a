public import CRTCM
internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// The parts of a row that all rows of a message share.
private struct RowOrigin {
  let offset: UInt64
  let type: UInt16
  let stationID: UInt16
  let epoch: UInt32
  /// GPS time of week in seconds; NaN when it is unknown.
  let time: Double
}

/// Text of three characters in UTF-32, filled up with zeros.
private struct ThreeCharacters: BitwiseCopyable { var first, second, third: UInt32 }

/// Text of two characters in UTF-32, filled up with zeros.
private struct TwoCharacters: BitwiseCopyable { var first, second: UInt32 }

/// The columns of a table of observations: a row for each signal of a satellite in a message.
private struct ObservationColumns {
  var offset: Growing<UInt64>
  var time, pseudorange, phaserange, phaserangeRate, phase, doppler: Growing<Double>
  var cnr, carrierFrequency, lockTime: Growing<Double>
  var satellite: Growing<ThreeCharacters>
  var signal: Growing<TwoCharacters>
  var epoch: Growing<UInt32>
  var type, stationID: Growing<UInt16>
  var hasHalfCycleAmbiguity: Growing<Bool>

  init(byteCount: Int) {
    // No cell is shorter than six bytes, and memory that is not used costs nothing but addresses.
    let rows = min(byteCount / 6, 1 << 20)
    offset = Growing(capacity: rows)
    time = Growing(capacity: rows)
    pseudorange = Growing(capacity: rows)
    phaserange = Growing(capacity: rows)
    phaserangeRate = Growing(capacity: rows)
    phase = Growing(capacity: rows)
    doppler = Growing(capacity: rows)
    cnr = Growing(capacity: rows)
    carrierFrequency = Growing(capacity: rows)
    lockTime = Growing(capacity: rows)
    satellite = Growing(capacity: rows)
    signal = Growing(capacity: rows)
    epoch = Growing(capacity: rows)
    type = Growing(capacity: rows)
    stationID = Growing(capacity: rows)
    hasHalfCycleAmbiguity = Growing(capacity: rows)
  }

  mutating func append(_ observation: SignalObservation, of origin: RowOrigin) {
    offset.append(origin.offset)
    time.append(origin.time)
    epoch.append(origin.epoch)
    type.append(origin.type)
    stationID.append(origin.stationID)
    satellite.append(observation.satelliteName)
    signal.append(observation.signalName)
    pseudorange.append(observation.pseudorange ?? .nan)
    phaserange.append(observation.phaserange ?? .nan)
    phaserangeRate.append(observation.phaserangeRate ?? .nan)
    phase.append(observation.phase ?? .nan)
    doppler.append(observation.doppler ?? .nan)
    cnr.append(observation.cnr ?? .nan)
    carrierFrequency.append(observation.carrierFrequency ?? .nan)
    lockTime.append(observation.minimumLockTimeMilliseconds.map { Double($0) } ?? .nan)
    hasHalfCycleAmbiguity.append(observation.hasHalfCycleAmbiguity)
  }

  func deallocate() {
    offset.start.deallocate()
    time.start.deallocate()
    pseudorange.start.deallocate()
    phaserange.start.deallocate()
    phaserangeRate.start.deallocate()
    phase.start.deallocate()
    doppler.start.deallocate()
    cnr.start.deallocate()
    carrierFrequency.start.deallocate()
    lockTime.start.deallocate()
    satellite.start.deallocate()
    signal.start.deallocate()
    epoch.start.deallocate()
    type.start.deallocate()
    stationID.start.deallocate()
    hasHalfCycleAmbiguity.start.deallocate()
  }
}

extension rtcm_observations {
  fileprivate init(_ columns: ObservationColumns) {
    self.init()
    offset = UnsafePointer(columns.offset.start)
    (time, epoch) = (UnsafePointer(columns.time.start), UnsafePointer(columns.epoch.start))
    type = UnsafePointer(columns.type.start)
    station_id = UnsafePointer(columns.stationID.start)
    // Sound: the characters are all that the structs have.
    satellite = UnsafeRawPointer(columns.satellite.start).assumingMemoryBound(to: UInt32.self)
    signal = UnsafeRawPointer(columns.signal.start).assumingMemoryBound(to: UInt32.self)
    pseudorange = UnsafePointer(columns.pseudorange.start)
    phaserange = UnsafePointer(columns.phaserange.start)
    phaserange_rate = UnsafePointer(columns.phaserangeRate.start)
    (phase, doppler) = (UnsafePointer(columns.phase.start), UnsafePointer(columns.doppler.start))
    cnr = UnsafePointer(columns.cnr.start)
    carrier_frequency = UnsafePointer(columns.carrierFrequency.start)
    lock_time = UnsafePointer(columns.lockTime.start)
    has_half_cycle_ambiguity = UnsafePointer(columns.hasHalfCycleAmbiguity.start)
    row_count = columns.offset.count
  }
}

extension SignalObservation {
  /// The RINEX name of the satellite, such as `G05`.
  fileprivate var satelliteName: ThreeCharacters {
    let letter: Unicode.Scalar =
      switch constellation {
      case .gps: "G"
      case .glonass: "R"
      case .galileo: "E"
      case .sbas: "S"
      case .qzss: "J"
      case .beidou: "C"
      case .navic: "I"
      }
    let number = UInt32(satelliteNumber)
    return ThreeCharacters(
      first: letter.value, second: Self.zero + number / 10 % 10, third: Self.zero + number % 10)
  }

  /// The signal's RINEX code; the number of its bit in the signal mask when it has none.
  fileprivate var signalName: TwoCharacters {
    if let code {
      return TwoCharacters(first: Self.zero + UInt32(code.band), second: UInt32(code.attribute))
    }
    guard let number = signalID.map({ UInt32($0) }) else {
      return TwoCharacters(first: 0, second: 0)
    }
    return number < 10
      ? TwoCharacters(first: Self.zero + number, second: 0)
      : TwoCharacters(first: Self.zero + number / 10, second: Self.zero + number % 10)
  }

  private static var zero: UInt32 { 0x30 }
}

/// The memory that a `rtcm_observations` points to: the part visible to C first, then the owner.
private struct ObservationsState {
  var seen = rtcm_observations()
  var columns: ObservationColumns
  let leapSeconds: Int
  /// GPS time of week of the last message with one, in milliseconds.
  var timeOfWeek: Int?
  var channels = GLONASSChannels()

  /// Appends the observations of a frame; a message that cannot be read has none.
  mutating func take(_ frame: borrowing FrameView) {
    let type = frame.messageType ?? 0
    switch type {
    case 1071...1137: appendMSM(frame, type)
    case 1001...1004, 1009...1012: appendLegacy(frame, type)
    case 1020: channels.learn(from: frame.payload)
    default: break
    }
  }

  private mutating func appendMSM(_ frame: borrowing FrameView, _ type: UInt16) {
    guard let view = try? MSMView(decoding: frame.payload) else { return }
    let header = view.header
    let origin = origin(frame, type, header.stationID, header.epoch)
    guard header.constellation == .glonass else {
      view.forEachCell { columns.append(SignalObservation($0), of: origin) }
      return
    }
    channels.learn(from: view)
    view.forEachCell { cell in
      columns.append(
        SignalObservation(
          cell,
          glonassFrequencyChannel: cell.glonassFrequencyChannel ?? channels[cell.satelliteID]),
        of: origin)
    }
  }

  private mutating func appendLegacy(_ frame: borrowing FrameView, _ type: UInt16) {
    guard let message = try? LegacyObservations(decoding: frame.payload) else { return }
    channels.learn(from: message)
    let origin = origin(frame, type, message.stationID, message.epoch)
    for observation in message.observations() {
      columns.append(SignalObservation(observation, messageType: type), of: origin)
    }
  }

  private mutating func origin(
    _ frame: borrowing FrameView, _ type: UInt16, _ stationID: UInt16, _ epoch: MSMEpoch
  ) -> RowOrigin {
    RowOrigin(
      offset: UInt64(frame.offset), type: type, stationID: stationID, epoch: epoch.milliseconds,
      time: gpsTimeOfWeek(of: epoch).map { Double($0) / 1000 } ?? .nan)
  }

  /// Returns the GPS time of week in milliseconds; `nil` for an impossible time, and for a time of GLONASS
  /// without its day before any other time.
  private mutating func gpsTimeOfWeek(of epoch: MSMEpoch) -> Int? {
    let own = epoch.gpsTimeOfWeekMilliseconds(leapSeconds: leapSeconds)
    let time = own ?? nearestTimeOfWeek(of: epoch)
    if let time { timeOfWeek = time }
    return time
  }

  /// Returns the time of week with the epoch's time of day that is nearest to the last message's.
  private func nearestTimeOfWeek(of epoch: MSMEpoch) -> Int? {
    guard let timeOfWeek,
      let timeOfDay = epoch.gpsTimeOfDayMilliseconds(leapSeconds: leapSeconds)
    else { return nil }
    let day = 86_400_000
    let later = (timeOfDay - timeOfWeek).modulo(day)
    return (timeOfWeek + (later < day / 2 ? later : later - day)).modulo(7 * day)
  }
}

/// As rtcm.h says.
@c @implementation public func rtcm_observations_create(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ leap_seconds: Int32
) -> UnsafeMutablePointer<rtcm_observations>? {
  guard count >= 0 else { return nil }
  var state = ObservationsState(
    columns: ObservationColumns(byteCount: count), leapSeconds: Int(leap_seconds))
  var scanner = FrameScanner()
  scanner.consume(bytes.span(count)) { state.take($0) }
  scanner.finish { state.take($0) }
  state.seen = rtcm_observations(state.columns)
  let observations = UnsafeMutablePointer<ObservationsState>.allocate(capacity: 1)
  observations.initialize(to: state)
  // Sound: what C sees is the first member.
  return UnsafeMutableRawPointer(observations).assumingMemoryBound(to: rtcm_observations.self)
}

/// As rtcm.h says.
@c @implementation public func rtcm_observations_destroy(
  _ observations: UnsafeMutablePointer<rtcm_observations>?
) {
  guard let observations else { return }
  // Sound: it was made by `rtcm_observations_create`.
  let state = UnsafeMutableRawPointer(observations).assumingMemoryBound(to: ObservationsState.self)
  state.pointee.columns.deallocate()
  state.deinitialize(count: 1)
  state.deallocate()
}
