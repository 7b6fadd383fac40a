internal import RTCMParser

/// The content of one observation message (MSM4 to MSM7, 1001 to 1004, 1009 to 1012), part of an epoch.
struct ObservationMessage: Hashable, Sendable {
  /// The station ID (DF003).
  var stationID: UInt16
  /// The index of the constellation, `0..<8`.
  var constellation: Int
  /// Whether the constellation is GLONASS, whose epochs follow UTC.
  var isGLONASS: Bool
  /// Whether the message is a legacy one, from before MSM; a base may send its observations in both forms.
  var isLegacy: Bool
  /// The epoch in milliseconds of the day in GPS time, `0..<86_400_000`; `nil` if the field holds an invalid
  /// time.
  var timeOfDay: Int?
  /// Whether more messages of the same epoch follow (DF393 or DF005).
  var isMoreToFollow: Bool
  /// The satellites with a pseudorange and a phaserange; bit n is satellite ID n + 1.
  var satellites: UInt64

  /// Creates a message from its parts.
  init(
    stationID: UInt16, constellation: Int, isGLONASS: Bool, isLegacy: Bool = false,
    timeOfDay: Int?, isMoreToFollow: Bool, satellites: UInt64
  ) {
    self.stationID = stationID
    self.constellation = constellation
    self.isGLONASS = isGLONASS
    self.isLegacy = isLegacy
    self.timeOfDay = timeOfDay
    self.isMoreToFollow = isMoreToFollow
    self.satellites = satellites
  }
}

extension ObservationMessage {
  /// Decodes a message of the supported types and constellations; `nil` for other messages and damaged ones.
  ///
  /// - Parameters:
  ///   - payload: The message from DF002 on.
  ///   - leapSeconds: GPS time minus UTC at reception, needed for GLONASS.
  init?(_ payload: Span<UInt8>, leapSeconds: Int) {
    guard let type = RTCMFrame.messageType(ofPayload: payload) else { return nil }
    if let type = MSMType(messageType: type) {
      self.init(msm: payload, type, leapSeconds)
    } else if LegacyObservationType(messageType: type) != nil {
      self.init(legacy: payload, leapSeconds)
    } else {
      return nil
    }
  }

  private init?(msm payload: Span<UInt8>, _ type: MSMType, _ leapSeconds: Int) {
    guard type.kind >= 4, type.constellation != .sbas, type.constellation != .navic,
      let view = try? MSMView(decoding: payload)
    else { return nil }
    let header = view.header
    self.init(
      stationID: header.stationID, epoch: header.epoch, leapSeconds: leapSeconds, isLegacy: false,
      isMoreToFollow: header.isMoreToFollow)
    view.forEachCell { cell in
      guard cell.pseudorange != nil, cell.phaserange != nil else { return }
      satellites |= 1 << UInt64(cell.satelliteID - 1)
    }
  }

  /// Decodes a legacy message; SBAS satellites in it are ignored, as in MSM.
  ///
  /// 1001, 1003, 1009 and 1011 omit whole light milliseconds from a pseudorange. A rover within 150 km of the
  /// station adds them from its own measurements.
  private init?(legacy payload: Span<UInt8>, _ leapSeconds: Int) {
    guard let message = try? LegacyObservations(decoding: payload) else { return nil }
    self.init(
      stationID: message.stationID, epoch: message.epoch, leapSeconds: leapSeconds, isLegacy: true,
      isMoreToFollow: message.isMoreToFollow)
    let numbers = 1...message.type.constellation.greatestLegacySatelliteID
    for satellite in message.satellites
    where numbers.contains(satellite.id) && satellite.hasRangeAndPhase(of: message.type) {
      satellites |= 1 << UInt64(satellite.id - 1)
    }
  }

  private init(
    stationID: UInt16, epoch: MSMEpoch, leapSeconds: Int, isLegacy: Bool, isMoreToFollow: Bool
  ) {
    self.init(
      stationID: stationID,
      constellation: Int(epoch.constellation.rawValue),
      isGLONASS: epoch.constellation == .glonass,
      isLegacy: isLegacy,
      timeOfDay: epoch.gpsTimeOfDayMilliseconds(leapSeconds: leapSeconds),
      isMoreToFollow: isMoreToFollow,
      satellites: 0)
  }
}

extension LegacySatellite {
  /// Whether L1 or L2 has both pseudorange and phaserange; L2's pseudorange is a difference from that of L1.
  fileprivate func hasRangeAndPhase(of type: LegacyObservationType) -> Bool {
    guard l1.pseudorange != nil else { return false }
    let hasL2 =
      type.hasL2 && l2.pseudorangeDifference != nil && l2.phaserangeDifference != nil
    return l1.phaserangeDifference != nil || hasL2
  }
}
