internal import RINEX
internal import RTCMParser

/// The knowledge of a stream that a period leaves to the next one.
///
/// Messages about the station come now and then, a phase goes on over the end of an hour, and messages from
/// before MSM tell phases up to a jump. It is collected of a journal's entries, so that a run that goes on
/// with a journal knows what the run before it knew.
struct StreamContinuity {
  /// A kind of message of a station.
  private struct Source: Hashable, Comparable {
    let type: UInt16
    let stationID: UInt16

    static func < (one: Source, other: Source) -> Bool {
      (one.type, one.stationID) < (other.type, other.stationID)
    }
  }

  private struct Signal: Hashable {
    let satellite: SatelliteID
    let code: RINEXSignalCode

    init(_ satellite: SatelliteID, _ code: RINEXSignalCode) {
      (self.satellite, self.code) = (satellite, code)
    }
  }

  private var stations: [Source: [UInt8]] = [:]
  private var last: [Signal: SignalObservation] = [:]
  private var locksBySignal: [Signal: SignalLock] = [:]
  private var lockStationID: UInt16 = 0
  /// The GLONASS frequency channels told so far, by slot.
  private(set) var channels: [UInt8: Int] = [:]

  /// The types of messages whose content holds until the next message of the type.
  static let stationTypes: Set<UInt16> = [1005, 1006, 1007, 1008, 1013, 1033, 1230]

  /// Takes an entry of a journal.
  mutating func take(_ record: JournalRecord) {
    switch record {
    case .station(let payload), .message(let payload): take(message: payload)
    case .locks(let locks, let stationID):
      for lock in locks { locksBySignal[Signal(lock.satellite, lock.code)] = lock }
      lockStationID = stationID
    case .channels(let channels): self.channels = channels
    case .phases(let epoch), .epoch(let epoch): take(epoch)
    case .period, .file: break
    }
  }

  /// Takes the state with which a period's files end.
  mutating func end(
    locks: [SignalLock], stationID: UInt16, channels: [Int: Int]
  ) {
    if stationID != lockStationID { locksBySignal = [:] }
    lockStationID = stationID
    for lock in locks { locksBySignal[Signal(lock.satellite, lock.code)] = lock }
    for (slot, channel) in channels { self.channels[UInt8(clamping: slot)] = channel }
  }

  /// Returns the locks with which a file of a station begins; none for another station.
  func locks(of stationID: UInt16) -> [SignalLock] {
    stationID == lockStationID ? Array(locksBySignal.values) : []
  }

  /// The last observations whose phases go on from message to message, those of a satellite's L1 first.
  var phases: [SignalObservation] {
    last.sorted {
      ($0.key.satellite, $0.key.code.band, $0.key.code.attribute)
        < ($1.key.satellite, $1.key.code.band, $1.key.code.attribute)
    }.map(\.value)
  }

  /// The entries with which the next period's journal begins.
  var records: [JournalRecord] {
    var records = stations.sorted { $0.key < $1.key }.map { JournalRecord.station($0.value) }
    if !channels.isEmpty { records.append(.channels(channels)) }
    let phases = phases
    if !phases.isEmpty {
      records.append(
        .phases(
          ObservationEpoch(
            time: GPSTime(nanoseconds: 0), stationID: lockStationID, observations: phases)))
    }
    if !locksBySignal.isEmpty {
      let locks = locksBySignal.values.sorted {
        ($0.satellite, $0.code.band, $0.code.attribute)
          < ($1.satellite, $1.code.band, $1.code.attribute)
      }
      records.append(.locks(locks, stationID: lockStationID))
    }
    return records
  }

  // MARK: -

  private mutating func take(message payload: [UInt8]) {
    guard let type = RTCMFrame.messageType(ofPayload: payload.span) else { return }
    if type == 1020, case .glonassEphemeris(let orbit)? = try? RTCMMessage(decoding: payload.span) {
      take(channel: orbit.frequencyChannel, of: Int(orbit.satelliteID))
    }
    guard Self.stationTypes.contains(type) else { return }
    let stationID = RTCMFrame.stationID(ofPayload: payload.span) ?? 0
    stations[Source(type: type, stationID: stationID)] = payload
  }

  private mutating func take(channel: Int, of slot: Int) {
    guard (1...32).contains(slot), (-7...13).contains(channel),
      channels[UInt8(slot)] != channel
    else { return }
    channels[UInt8(slot)] = channel
  }

  private mutating func take(_ epoch: ObservationEpoch) {
    for observation in epoch.observations {
      if let channel = observation.glonassFrequencyChannel {
        take(channel: channel, of: observation.satelliteNumber)
      }
      guard let type = observation.messageType, LegacyObservationType(messageType: type) != nil,
        let code = observation.code
      else { continue }
      last[Signal(observation.satellite, code)] = observation
    }
  }
}
