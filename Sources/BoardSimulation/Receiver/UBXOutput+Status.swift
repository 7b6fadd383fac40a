internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics
internal import Positioning
internal import SensorDrivers
internal import UBloxRaw

/// Payloads of an epoch's UBX messages that the project's drivers do not read.
///
/// Source: ZED-F9P interface description UBX-18010854, UBX-NAV.
extension NavigationSolution {
  /// Returns the payload of NAV-STATUS, 16 bytes: the kind of fix and the time to the first fix.
  func navSTATUS() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let isDifferential = state > .threeD
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(UInt8(hasFix ? 3 : 0))
    // gpsFixOk, diffSoln, wknSet, towSet.
    payload.field(UInt8(hasFix ? 0b1101 : 0) | (isDifferential ? 0b10 : 0))
    // diffCorr, carrSolnValid.
    payload.field(UInt8((isDifferential ? 1 : 0) | (hasFix ? 0b10 : 0)))
    payload.field(UInt8(1 << 3) | carrierSolution.rawValue << 6)  // no spoofing indicated
    payload.field((timeToFirstFix ?? .zero) / .milliseconds(1), as: UInt32.self)
    payload.field(sinceStart / .milliseconds(1), as: UInt32.self)
    return payload.bytes
  }

  /// Returns the payload of NAV-DOP, 18 bytes: dilutions of precision in hundredths.
  func navDOP() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let dilution = dilution
    payload.field(UInt32(time.millisecondsOfWeek))
    for value in [
      dilution.geometric, dilution.position, dilution.time, dilution.vertical, dilution.horizontal,
      dilution.north, dilution.east,
    ] {
      payload.field(value * 100, as: UInt16.self)
    }
    return payload.bytes
  }

  /// Returns the payload of NAV-SAT: 8 bytes, and 12 bytes for each satellite in view.
  func navSAT() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let satellites = sky.satellites.prefix(255).compactMap { satellite in
      satellite.name.map { (satellite, $0) }
    }
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(UInt8(1))  // version
    payload.field(UInt8(clamping: satellites.count))
    payload.reserved(2)
    for (satellite, name) in satellites {
      payload.field(name.gnssID)
      payload.field(name.satelliteID)
      payload.field(UInt8(clamping: satellite.signals.first?.shownCarrierToNoise ?? 0))
      // An unknown elevation is reported out of its range.
      payload.field(satellite.direction?.elevation ?? -91, as: Int8.self)
      payload.field(satellite.direction?.azimuth ?? 0, as: Int16.self)
      let rest = used.first { $0.satellite == satellite.id }?.residual ?? 0
      payload.field(rest * 10, as: Int16.self)
      payload.field(flags(of: satellite))
    }
    return payload.bytes
  }

  /// Returns the satellite's flags: quality, use, health, and orbit source.
  private func flags(of satellite: SatellitesInView.Satellite) -> UInt32 {
    let isUsed = hasFix && satellite.isUsable
    let usesCorrections = isUsed && state > .threeD
    let ephemeris: UInt32 = satellite.hasEphemeris ? 1 << 8 | 1 << 11 : 0
    // A satellite that is searched with its almanac has orbit source 2.
    let almanac: UInt32 = satellite.hasEphemeris || satellite.direction == nil ? 0 : 2 << 8
    return UInt32(satellite.signals.first?.quality ?? 1)
      | (isUsed ? 1 << 3 : 0) | (satellite.hasEphemeris ? 1 << 4 : 0) | ephemeris | almanac
      | (satellite.direction == nil ? 0 : 1 << 12) | (usesCorrections ? 1 << 6 | 1 << 17 : 0)
  }

  /// Returns the payload of NAV-SIG: 8 bytes, and 16 bytes for each tracked signal.
  func navSIG() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let signals = sky.satellites.flatMap { satellite in
      satellite.signals.compactMap { signal in
        satellite.name(of: signal.code).map { (satellite, signal, $0) }
      }
    }.prefix(255)
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(UInt8(0))  // version
    payload.field(UInt8(clamping: signals.count))
    payload.reserved(2)
    for (satellite, signal, name) in signals {
      let (isUsed, rest) = use(of: satellite, band: signal.code.band)
      let usesCorrections = isUsed && state > .threeD
      payload.field(name.gnssID)
      payload.field(name.satelliteID)
      payload.field(name.signalID)
      let channel = raw?.observations.observations.first { $0.satellite == satellite.id }?
        .glonassFrequencyChannel
      payload.field(UInt8(clamping: (channel ?? -7) + 7))
      payload.field((rest ?? 0) * 10, as: Int16.self)
      payload.field(UInt8(clamping: signal.shownCarrierToNoise))
      payload.field(UInt8(signal.quality))
      payload.field(UInt8(usesCorrections ? 6 : 0))  // RTCM 3 OSR
      // GPS's model of the ionosphere, for a position without corrections; with them it cancels.
      payload.field(UInt8(isUsed && rest != nil && state == .threeD ? 1 : 0))
      // Health; pseudorange, carrier range and Doppler used; corrections of both used.
      let uses: UInt16 = isUsed ? 0b11_1000 : 0
      payload.field(
        (satellite.hasEphemeris ? 1 : 0) | uses | (usesCorrections ? 0b1_1100_0000 : 0))
      payload.reserved(4)
    }
    return payload.bytes
  }

  /// Returns the payload of NAV-COV, 64 bytes: covariances of position and velocity; those of the velocity's axes are
  /// independent here.
  func navCOV() -> [UInt8] {
    var payload = UBXPayloadWriter()
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(UInt8(0))  // version
    payload.field(UInt8(hasFix ? 1 : 0))
    payload.field(UInt8(hasFix ? 1 : 0))
    payload.reserved(9)
    let speed = speedAccuracy * speedAccuracy / 2
    let velocity = LocalCovariance(east: speed, north: speed, up: 2.25 * speed)
    for one in [toldCovariance, velocity] {
      // North, east and down.
      let values = [
        one.north, one.eastNorth, -one.northUp, one.east, -one.eastUp, one.up,
      ]
      for value in values { payload.field(single: hasFix ? value : 0) }
    }
    return payload.bytes
  }
}

extension SatellitesInView.Satellite {
  /// The satellite's numbers in UBX messages, taken from its first signal.
  fileprivate var name: UBloxSignal? {
    Equipment.zedF9P.signals(of: id).first.flatMap { name(of: $0) }
  }

  /// Returns the numbers of one of the satellite's signals.
  fileprivate func name(of code: RINEXSignalCode) -> UBloxSignal? {
    UBloxSignal(constellation: id.constellation, satelliteNumber: id.number, code: code)
  }
}

extension SatellitesInView.Signal {
  /// The quality indicator (`qualityInd`): 7 for locked code and carrier, 5 with a half-cycle ambiguity.
  fileprivate var quality: UInt32 { hasHalfCycleAmbiguity ? 5 : 7 }
}

/// The traffic of a port since the start.
struct PortReport: Hashable, Sendable {
  /// The port.
  var port = ReceiverPort.i2c
  /// The number of bytes waiting, the number sent, and the largest number that ever waited.
  var waiting = 0, sent = 0, peak = 0
  /// Whether output was lost because the buffer was full.
  var hasLost = false
  /// The number of bytes received, of UBX and RTCM messages in them, and of bytes outside of messages.
  var received = 0, ubxMessages = 0, rtcmMessages = 0, skipped = 0
}

extension [PortReport] {
  /// Returns the payload of MON-COMMS: 8 bytes, and 40 for each port.
  func monCOMMS() -> [UInt8] {
    var payload = UBXPayloadWriter()
    payload.field(UInt8(0))  // version
    payload.field(UInt8(count))
    payload.field(UInt8(contains(where: \.hasLost) ? 0b10 : 0))  // alloc: the buffer was full
    payload.reserved(1)
    for protocolID: UInt8 in [0, 1, 5, 0xFF] { payload.field(protocolID) }  // UBX, NMEA, RTCM 3
    for report in self { report.write(to: &payload) }
    return payload.bytes
  }
}

extension PortReport {
  fileprivate func write(to payload: inout UBXPayloadWriter) {
    payload.field(port.communicationNumber)
    payload.field(UInt16(clamping: waiting))
    payload.field(UInt32(clamping: sent))
    payload.field(Self.share(waiting))
    payload.field(Self.share(peak))
    payload.field(UInt16(0))
    payload.field(UInt32(clamping: received))
    payload.reserved(4)  // usage, peak usage, overruns: input is taken at once
    for count in [ubxMessages, 0, rtcmMessages, 0] {
      payload.field(UInt16(truncatingIfNeeded: count))
    }
    payload.reserved(8)
    payload.field(UInt32(clamping: skipped))
  }

  /// Returns a number of bytes in percent of the output buffer.
  private static func share(_ bytes: Int) -> UInt8 {
    UInt8(clamping: bytes * 100 / OutputBuffer.capacity)
  }
}
