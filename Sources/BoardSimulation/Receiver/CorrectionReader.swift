internal import GNSSBasics
internal import RTCMParser

/// A reader of correction messages, which decides which epochs can be used.
struct CorrectionReader: Sendable {
  /// The corrections that can be used now, and the problem of the last ones.
  private(set) var status = CorrectionStatus()
  /// The orbits and observations in the stream.
  var content = StreamContent()
  private var stations = StationTable()
  private var assembler = ObservationAssembler()
  private static let fewestSatellites = 5

  /// Records that bytes of any kind have arrived.
  mutating func countInput() {
    if status.problem == .nothingReceived || status.problem == .inputDisabled {
      status.problem = .noFrames
    }
  }

  /// Records that bytes arrived while the receiver's RTCM input was disabled.
  mutating func countDisabledInput() {
    status.problem = .inputDisabled
  }

  /// Reads one payload and returns its message; `nil` if the payload is too short for a type, or of a base that moves,
  /// whose corrections are not those of the position.
  mutating func read(
    _ payload: Span<UInt8>, on port: ReceiverPort, at now: Duration, date: GPSTime?,
    leapSeconds: Int
  ) -> CorrectionMonitor.Message? {
    guard let type = RTCMFrame.messageType(ofPayload: payload) else { return nil }
    let isOfMovingBase = content.movingBase?.take(
      payload, type: type, on: port, at: now, date: date)
    if isOfMovingBase == true { return nil }
    if let date { content.observations?.take(payload, at: date) }
    if status.problem == .noFrames { status.problem = .noObservations }
    if UnusedCorrections.Family(messageType: type) != nil { recordUnused(type) }
    let isUsed = use(payload, type: type, at: now, leapSeconds: leapSeconds)
    let station = RTCMFrame.stationID(ofPayload: payload)
    return CorrectionMonitor.Message(
      type: type, stationID: station, isCRCWrong: false, isUsed: isUsed)
  }

  /// Records corrections that this receiver does not use, unless a more specific problem is known.
  private mutating func recordUnused(_ type: UInt16) {
    switch status.problem {
    case .noObservations: status.problem = .unused(UnusedCorrections(type))
    case .unused(var corrections):
      corrections.insert(type)
      status.problem = .unused(corrections)
    default: break
    }
  }

  /// Uses a payload if its type is supported; returns whether it was used.
  private mutating func use(
    _ payload: Span<UInt8>, type: UInt16, at now: Duration, leapSeconds: Int
  ) -> Bool {
    switch type {
    case 1005, 1006:
      guard let station = StationPosition(onEarthIn: payload) else { return false }
      stations.record(position: station.position, of: station.stationID)
      return true
    case 1019, 1020, 1042, 1044...1046:
      // A real receiver reads orbits from the satellites; here they only identify the sky of the stream.
      if let message = try? RTCMMessage(decoding: payload) { content.orbits.insert(message) }
      return false
    case 1033, 1230:
      guard let id = RTCMFrame.stationID(ofPayload: payload) else { return false }
      stations.recordGLONASSBiases(of: id)
      return true
    default:
      guard let message = ObservationMessage(payload, leapSeconds: leapSeconds) else {
        return false
      }
      return observe(message, at: now)
    }
  }

  private mutating func observe(_ message: ObservationMessage, at now: Duration) -> Bool {
    switch assembler.add(message, at: now) {
    case .taken:
      return true
    case .completed(let epochs):
      for epoch in epochs { judge(epoch) }
      return true
    case .old:
      status.problem = .notAdvancing(station: message.stationID)
      return false
    case .redundant, .foreign, .undated:
      return false
    }
  }

  /// Decides whether a complete epoch can be used, and updates the status.
  private mutating func judge(_ epoch: CorrectionEpoch) {
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
    status.latest?.observed = epoch.satellites
  }
}

/// The content of a correction stream beside what ``CorrectionStatus`` tells.
struct StreamContent: Sendable {
  /// The satellite orbits.
  var orbits = StreamOrbits()
  /// The station's observations, and the corrections of a base that moves; `nil` in a receiver that does not solve.
  var observations: StationObservations?
  var movingBase: MovingBaseStream?

  /// The content at the beginning of the stream.
  ///
  /// - Parameter solves: Whether the receiver solves.
  init(solves: Bool = false) {
    if solves { (observations, movingBase) = (StationObservations(), MovingBaseStream()) }
  }
}
