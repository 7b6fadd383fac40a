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
    let read = try StationPosition(decoding: payload.span(count))
    station.pointee = rtcm_station(
      x: read.position.x, y: read.position.y, z: read.position.z,
      antenna_height: read.antennaHeight ?? .nan, type: read.antennaHeight == nil ? 1005 : 1006,
      station_id: read.stationID)
  } catch let failure { return Failure(failure).report(to: error) }
  return rtcm_status(RTCM_OK)
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
