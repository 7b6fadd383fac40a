public import CRTCM
internal import GNSSBasics
internal import RTCMParser

/// As rtcm.h says.
@c @implementation public func rtcm_read_station(
  _ payload: UnsafePointer<UInt8>?, _ count: Int, _ station: UnsafeMutablePointer<rtcm_station>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  guard let station else { return Failure.noMemoryGiven.report(to: error) }
  do throws(RTCMDecodingError) {
    let (read, height) = try AntennaReferencePoint.decodingWithHeight(payload.span(count))
    station.pointee = rtcm_station(read, height)
  } catch let failure { return Failure(failure).report(to: error) }
  return rtcm_status(RTCM_OK)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_station(
  _ station: UnsafePointer<rtcm_station>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  guard let station = station?.pointee else { return Failure.noMemoryGiven.report(to: error) }
  let point = AntennaReferencePoint(station)
  guard !station.antenna_height.isNaN else {
    return encode(point, to: frame, capacity, frame_count, error)
  }
  return encode(
    AntennaReferencePointAndHeight(station: point, antennaHeight: station.antenna_height),
    to: frame, capacity, frame_count, error)
}

extension AntennaReferencePoint {
  fileprivate static func decodingWithHeight(
    _ payload: Span<UInt8>
  ) throws(RTCMDecodingError) -> (AntennaReferencePoint, height: Double) {
    guard RTCMFrame.messageType(ofPayload: payload) == 1006 else {
      return (try AntennaReferencePoint(decoding: payload), .nan)
    }
    let read = try AntennaReferencePointAndHeight(decoding: payload)
    return (read.station, read.antennaHeight)
  }

  fileprivate init(_ station: rtcm_station) {
    self.init(
      stationID: station.station_id,
      position: ECEFPosition(x: station.x, y: station.y, z: station.z))
    itrfRealizationYear = station.itrf_year
    (hasGPS, hasGLONASS, hasGalileo) =
      (station.has_gps, station.has_glonass, station.has_galileo)
    (isNonPhysical, hasSingleOscillator) =
      (station.is_non_physical, station.has_single_oscillator)
    (reservedBit, quarterCycleIndicator) = (station.reserved, station.quarter_cycle_indicator)
  }
}

extension rtcm_station {
  fileprivate init(_ read: AntennaReferencePoint, _ height: Double) {
    self.init(
      x: read.position.x, y: read.position.y, z: read.position.z, antenna_height: height,
      type: height.isNaN ? 1005 : 1006, station_id: read.stationID,
      itrf_year: read.itrfRealizationYear, has_gps: read.hasGPS, has_glonass: read.hasGLONASS,
      has_galileo: read.hasGalileo, is_non_physical: read.isNonPhysical,
      has_single_oscillator: read.hasSingleOscillator, reserved: read.reservedBit,
      quarter_cycle_indicator: read.quarterCycleIndicator)
  }
}

/// As rtcm.h says.
@c @implementation public func rtcm_read_glonass_biases(
  _ payload: UnsafePointer<UInt8>?, _ count: Int,
  _ message: UnsafeMutablePointer<rtcm_glonass_biases>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  guard let message else { return Failure.noMemoryGiven.report(to: error) }
  do throws(RTCMDecodingError) {
    let read = try GLONASSCodePhaseBiases(decoding: payload.span(count))
    message.pointee = rtcm_glonass_biases(
      l1_ca: read.bias(read.l1CA, of: .l1CA), l1_p: read.bias(read.l1P, of: .l1P),
      l2_ca: read.bias(read.l2CA, of: .l2CA), l2_p: read.bias(read.l2P, of: .l2P),
      station_id: read.stationID, signal_mask: read.signalMask.rawValue,
      reserved: read.reserved, is_aligned: read.isAligned)
  } catch let failure { return Failure(failure).report(to: error) }
  return rtcm_status(RTCM_OK)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_glonass_biases(
  _ message: UnsafePointer<rtcm_glonass_biases>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  guard let given = message?.pointee else { return Failure.noMemoryGiven.report(to: error) }
  var message = GLONASSCodePhaseBiases(
    stationID: given.station_id, isAligned: given.is_aligned,
    l1CA: given.l1_ca.isNaN ? nil : given.l1_ca, l1P: given.l1_p.isNaN ? nil : given.l1_p,
    l2CA: given.l2_ca.isNaN ? nil : given.l2_ca, l2P: given.l2_p.isNaN ? nil : given.l2_p)
  message.signalMask = GLONASSCodePhaseBiases.SignalMask(rawValue: given.signal_mask)
  message.reserved = given.reserved
  return encode(message, to: frame, capacity, frame_count, error)
}

extension GLONASSCodePhaseBiases {
  /// The bias, NaN where it is not available or not told.
  fileprivate func bias(_ value: Double?, of signal: SignalMask) -> Double {
    signalMask.contains(signal) ? value ?? .nan : .nan
  }
}

/// As rtcm.h says.
@c @implementation public func rtcm_read_msm(
  _ payload: UnsafePointer<UInt8>?, _ count: Int, _ header: UnsafeMutablePointer<rtcm_msm>?,
  _ satellites: UnsafeMutablePointer<rtcm_msm_satellite>?,
  _ cells: UnsafeMutablePointer<rtcm_msm_cell>?, _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  guard let header, let satellites, let cells else {
    return Failure.noMemoryGiven.report(to: error)
  }
  do throws(RTCMDecodingError) {
    let view = try MSMView(decoding: payload.span(count))
    header.pointee = rtcm_msm(view.header)
    // Sound: a message has at most 64 of each, for which the caller has room.
    var row = 0
    view.forEachSatellite { satellite in
      satellites[row] = rtcm_msm_satellite(satellite)
      row += 1
    }
    row = 0
    view.forEachCell { cell in
      cells[row] = rtcm_msm_cell(cell)
      row += 1
    }
  } catch let failure { return Failure(failure).report(to: error) }
  return rtcm_status(RTCM_OK)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_msm(
  _ header: UnsafePointer<rtcm_msm>?, _ satellites: UnsafePointer<rtcm_msm_satellite>?,
  _ cells: UnsafePointer<rtcm_msm_cell>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  guard let given = header?.pointee, let satellites, let cells else {
    return Failure.noMemoryGiven.report(to: error)
  }
  guard let header = MSMHeader(given) else {
    let text = "\(given.type) is no type of an MSM; give one from 1071 to 1137"
    return Failure(status: RTCM_UNKNOWN_TYPE, messageType: given.type, text: text)
      .report(to: error)
  }
  // Sound: the caller lends as many as the header says.
  let rows = UnsafeBufferPointer(start: satellites, count: Int(given.satellite_count))
  let signals = UnsafeBufferPointer(start: cells, count: Int(given.cell_count))
  do throws(RTCMEncodingError) {
    var message = try MSMMessage(
      header: header, satellites: rows.map { MSMSatellite($0) },
      signals: signals.map { MSMSignal($0) })
    if given.signal_mask != 0 {
      message.header.satelliteMask = given.satellite_mask
      message.header.signalMask = given.signal_mask
      message.header.cellMask = given.cell_mask
    }
    return encode(message, to: frame, capacity, frame_count, error)
  } catch let failure {
    var failure = Failure(failure)
    failure.messageType = given.type
    return failure.report(to: error)
  }
}

extension MSMHeader {
  fileprivate init?(_ header: rtcm_msm) {
    guard let type = MSMType(messageType: header.type) else { return nil }
    self.init(
      type: type, stationID: header.station_id,
      epoch: MSMEpoch(
        constellation: type.constellation, milliseconds: header.epoch,
        glonassDayOfWeek: header.glonass_day_of_week),
      isMoreToFollow: header.is_more_to_follow != 0, iods: header.iods)
    reserved = header.reserved
    (clockSteering, externalClock) = (header.clock_steering, header.external_clock)
    hasDivergenceFreeSmoothing = header.has_divergence_free_smoothing != 0
    smoothingInterval = header.smoothing_interval
  }
}

extension MSMSatellite {
  fileprivate init(_ satellite: rtcm_msm_satellite) {
    self.init(
      id: satellite.id,
      roughRangeMilliseconds: UInt8(exactly: satellite.rough_range_milliseconds),
      extendedInformation: satellite.extended_information,
      roughRangeModulo: UInt16(clamping: satellite.rough_range_modulo),
      roughPhaserangeRate: satellite.rough_phaserange_rate == .min
        ? nil : satellite.rough_phaserange_rate)
  }
}

extension MSMSignal {
  fileprivate init(_ cell: rtcm_msm_cell) {
    self.init(
      satelliteID: cell.satellite, signalID: cell.signal,
      finePseudorange: cell.fine_pseudorange == .min ? nil : cell.fine_pseudorange,
      finePhaserange: cell.fine_phaserange == .min ? nil : cell.fine_phaserange,
      lockTimeIndicator: cell.lock_time_indicator,
      hasHalfCycleAmbiguity: cell.has_half_cycle_ambiguity != 0,
      cnr: UInt16(exactly: cell.raw_cnr),
      finePhaserangeRate: cell.fine_phaserange_rate == .min ? nil : cell.fine_phaserange_rate)
  }
}

extension rtcm_msm {
  init(_ header: MSMHeader) {
    self.init()
    (satellite_mask, cell_mask, signal_mask) =
      (header.satelliteMask, header.cellMask, header.signalMask)
    (type, station_id, epoch) = (header.messageType, header.stationID, header.epoch.milliseconds)
    (system, kind) = (header.constellation.rawValue, header.kind)
    glonass_day_of_week = header.epoch.glonassDayOfWeek
    is_more_to_follow = header.isMoreToFollow ? 1 : 0
    (iods, reserved) = (header.iods, header.reserved)
    (clock_steering, external_clock) = (header.clockSteering, header.externalClock)
    has_divergence_free_smoothing = header.hasDivergenceFreeSmoothing ? 1 : 0
    smoothing_interval = header.smoothingInterval
    satellite_count = UInt8(header.satelliteCount)
    cell_count = UInt8(header.cellCount)
  }
}

extension rtcm_msm_satellite {
  init(_ satellite: MSMSatellite) {
    self.init()
    id = satellite.id
    rough_range = satellite.roughRange ?? .nan
    rough_range_milliseconds = satellite.roughRangeMilliseconds.map { Int16($0) } ?? .min
    rough_range_modulo = Int16(satellite.roughRangeModulo)
    rough_phaserange_rate = satellite.roughPhaserangeRate ?? .min
    extended_information = satellite.extendedInformation
  }
}

extension rtcm_msm_cell {
  init(_ cell: MSMCell) {
    self.init()
    (satellite, signal) = (cell.satelliteID, cell.signalID)
    (pseudorange, phaserange) = (cell.pseudorange ?? .nan, cell.phaserange ?? .nan)
    (phaserange_rate, cnr) = (cell.phaserangeRate ?? .nan, cell.cnr ?? .nan)
    lock_time = cell.minimumLockTimeMilliseconds.map { Int32(clamping: $0) } ?? .min
    fine_pseudorange = cell.signal.finePseudorange ?? .min
    fine_phaserange = cell.signal.finePhaserange ?? .min
    fine_phaserange_rate = cell.signal.finePhaserangeRate ?? .min
    raw_cnr = cell.signal.cnr.map { Int16($0) } ?? .min
    lock_time_indicator = cell.signal.lockTimeIndicator
    has_half_cycle_ambiguity = cell.hasHalfCycleAmbiguity ? 1 : 0
    if let rinexCode = cell.rinexCode {
      var units = rinexCode.description.utf8.makeIterator()
      code.0 = CChar(bitPattern: units.next() ?? 0)
      code.1 = CChar(bitPattern: units.next() ?? 0)
    }
  }
}
