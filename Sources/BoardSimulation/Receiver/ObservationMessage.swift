internal import RTCMParser

/// The part of an epoch in one observation message (MSM4 to MSM7, 1001 to 1004, 1009 to 1012).
struct ObservationMessage: Hashable, Sendable {
  /// DF003.
  var stationID: UInt16
  /// Index of the constellation, `0..<8`.
  var constellation: Int
  /// Whether the constellation is GLONASS, whose epochs follow UTC.
  var isGLONASS: Bool
  /// Whether the message is from before MSM: a base may send its observations in both forms.
  var isLegacy: Bool
  /// The epoch in milliseconds of the day in GPS time, `0..<86_400_000`; `nil` when the field holds
  /// no time of a week.
  var timeOfDay: Int?
  /// DF393 or DF005: more messages of the same epoch follow.
  var isMoreToFollow: Bool
  /// Satellites with a pseudorange and a phaserange; bit n is satellite ID n + 1.
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
  /// Reads a message of the types and constellations used; `nil` for other messages and damaged ones.
  ///
  /// - Parameters:
  ///   - payload: The message from DF002 on.
  ///   - leapSeconds: GPS time less UTC when it was received, by which GLONASS is told.
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

  /// Reads a message from before MSM; SBAS in it is passed over, as in MSM.
  ///
  /// 1001, 1003, 1009 and 1011 leave whole light milliseconds out of a pseudorange: a rover within 150 km
  /// of the station puts them in by its own.
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
  /// Whether L1 or L2 has both; the pseudorange of L2 is told by its difference from that of L1.
  fileprivate func hasRangeAndPhase(of type: LegacyObservationType) -> Bool {
    guard l1.pseudorange != nil else { return false }
    let hasL2 =
      type.hasL2 && l2.pseudorangeDifference != nil && l2.phaserangeDifference != nil
    return l1.phaserangeDifference != nil || hasL2
  }
}
