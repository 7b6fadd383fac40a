internal import Mathematics
internal import RTCMParser

/// Reads payloads of a correction stream and decides which epochs can be used.
struct CorrectionReader: Sendable {
  /// What can be used now, and why what came last can not.
  private(set) var status = CorrectionStatus()
  private var stations = StationTable()
  private var assembler = ObservationAssembler()
  private static let fewestSatellites = 5

  /// Notes that bytes have arrived, whatever they are.
  mutating func noteInput() {
    if status.problem == .nothingReceived || status.problem == .inputDisabled {
      status.problem = .noFrames
    }
  }

  /// Notes that bytes arrived which the receiver is configured not to read.
  mutating func noteDisabledInput() {
    status.problem = .inputDisabled
  }

  /// Reads one payload; `nil` when it is too short to have a type.
  mutating func take(_ payload: Span<UInt8>, at now: Duration) -> CorrectionMonitor.Message? {
    guard let type = RTCMFrame.messageType(ofPayload: payload) else { return nil }
    if status.problem == .noFrames { status.problem = .noObservations }
    let isUsed = use(payload, type: type, at: now)
    let station = Self.stationID(of: type, payload)
    return CorrectionMonitor.Message(
      type: type, stationID: station, isCRCWrong: false, isUsed: isUsed)
  }

  /// Uses a payload if its type is one of those used; whether it was.
  private mutating func use(_ payload: Span<UInt8>, type: UInt16, at now: Duration) -> Bool {
    switch type {
    case 1005:
      let station = try? AntennaReferencePoint(decoding: payload)
      return station.map { note($0.position, of: $0.stationID) } ?? false
    case 1006:
      let station = try? AntennaReferencePointAndHeight(decoding: payload)
      return station.map { note($0.position, of: $0.stationID) } ?? false
    case 1033, 1230:
      guard let id = Self.stationID(of: type, payload) else { return false }
      stations.noteGLONASSBiases(of: id)
      return true
    default:
      guard let message = ObservationMessage(payload) else { return false }
      return observe(message, at: now)
    }
  }

  private mutating func note(_ position: ECEFPosition, of id: UInt16) -> Bool {
    // A station that has not been told where it is sends zeros.
    let fromCentre = position.distance(to: ECEFPosition(x: 0, y: 0, z: 0))
    guard (6_300_000...6_400_000).contains(fromCentre) else { return false }
    stations.note(position: position, of: id)
    return true
  }

  private mutating func observe(_ message: ObservationMessage, at now: Duration) -> Bool {
    switch assembler.take(message, at: now) {
    case .taken:
      return true
    case .completed(let epochs):
      for epoch in epochs { judge(epoch) }
      return true
    case .old:
      status.problem = .notAdvancing(station: message.stationID)
      return false
    case .foreign, .undated:
      return false
    }
  }

  /// Decides whether a complete epoch can be used.
  private mutating func judge(_ epoch: ObservationEpoch) {
    let station = epoch.stationID
    guard let position = stations.position(of: station) else {
      status.problem =
        stations.lastWithPosition.map {
          .stationMismatch(observations: station, position: $0)
        } ?? .positionMissing(station: station)
      return
    }
    guard epoch.satelliteCount >= Self.fewestSatellites else {
      status.problem = .tooFewSatellites(station: station, count: epoch.satelliteCount)
      return
    }
    status.problem = nil
    status.latest = UsableCorrections(
      stationID: station, position: position, satellites: epoch.satelliteCount,
      constellations: epoch.constellationCount,
      lacksGLONASSBiases: epoch.isGLONASSOnly && !stations.hasGLONASSBiases(of: station),
      arrival: epoch.arrival)
  }

  /// DF003, which follows DF002 in messages of a station.
  private static func stationID(of type: UInt16, _ payload: Span<UInt8>) -> UInt16? {
    guard payload.count >= 3 else { return nil }
    switch type {
    case 1001...1013, 1029, 1032...1034, 1071...1137, 1230:
      return UInt16(payload[1] & 0x0F) << 8 | UInt16(payload[2])
    default:
      return nil
    }
  }
}

extension ObservationMessage {
  /// Reads MSM4 to MSM7 of the constellations used; `nil` for other messages and damaged ones.
  fileprivate init?(_ payload: Span<UInt8>) {
    guard
      let type = RTCMFrame.messageType(ofPayload: payload).flatMap(MSMType.init(messageType:)),
      type.kind >= 4, type.constellation != .sbas, type.constellation != .navic,
      let view = try? MSMView(decoding: payload)
    else { return nil }
    let header = view.header
    self.init(
      stationID: header.stationID,
      constellation: Int(header.constellation.rawValue),
      isGLONASS: header.constellation == .glonass,
      timeOfDay: header.epoch.isWithinWeek
        ? header.epoch.gpsTimeOfDayMilliseconds(leapSeconds: Int(GNSSTime.leapSeconds)) : nil,
      isMoreToFollow: header.isMoreToFollow,
      satellites: 0)
    view.forEachCell { cell in
      guard cell.pseudorange != nil, cell.phaserange != nil else { return }
      satellites |= 1 << UInt64(cell.satelliteID - 1)
    }
  }
}

extension MSMEpoch {
  /// Whether the field holds a time of the week, or of the day for GLONASS with a leap second.
  fileprivate var isWithinWeek: Bool {
    milliseconds < (constellation == .glonass ? 86_401_000 : 604_800_000)
  }
}
