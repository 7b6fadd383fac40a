internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// A satellite by what somebody recorded of its broadcasts: flown as they are while they hold, and carried on beyond.
struct RecordedSatellite: Hashable, Sendable {
  /// The satellite's identity.
  let id: SatelliteID
  /// The broadcasts that it flies, by ascending time.
  private let sets: [BroadcastSet]
  /// The orbit that it flies before, after and between them.
  private let continuation: Continuation?

  /// An orbit without end.
  private enum Continuation: Hashable, Sendable {
    case keplerian(PerpetualOrbit)
    case glonass(PerpetualGLONASS)
  }

  /// Takes the messages of one satellite, without defects, that came about `reference`.
  init(_ id: SatelliteID, _ messages: [RTCMMessage], sent reference: GPSTime) {
    self.id = id
    let issues = Self.issues(of: messages, near: reference)
    sets = issues.indices.compactMap { index in
      let next = index + 1 < issues.count ? issues[index + 1].time : nil
      let last = index > 0 ? issues[index - 1].time : nil
      let window = Self.window(of: issues[index].time, of: id, after: last, before: next)
      return BroadcastSet(id, issues[index].messages, flown: window)
    }
    continuation = issues.last.flatMap { Self.continuation(of: id, $0.messages[0], near: $0.time) }
  }

  /// Returns the set that it broadcasts and flies at an instant.
  func set(at time: GPSTime) -> BroadcastSet? {
    if let set = sets.first(where: { $0.validity.contains(time) }) { return set }
    return switch continuation {
    case .keplerian(let orbit): SimulatedSatellite.keplerian(orbit).set(at: time)
    case .glonass(let satellite): SimulatedSatellite.glonass(satellite).set(at: time)
    case nil: nil
    }
  }
}

// MARK: What was recorded

extension RecordedSatellite {
  private struct Issue {
    var time: GPSTime
    var messages: [RTCMMessage]
  }

  /// Messages by their reference times, the last of each type; what is flown comes first.
  private static func issues(of messages: [RTCMMessage], near reference: GPSTime) -> [Issue] {
    var issues: [GPSTime: [UInt16: RTCMMessage]] = [:]
    for message in messages {
      guard let orbit = SatelliteOrbit(message, near: reference) else { continue }
      issues[orbit.referenceTime, default: [:]][message.type] = message
    }
    return issues.sorted { $0.key < $1.key }.map { time, messages in
      // Of Galileo's two I/NAV is flown, which has the higher type.
      Issue(time: time, messages: messages.sorted { $0.key > $1.key }.map(\.value))
    }
  }

  /// When a set is flown: while receivers take it and none other, for as long as it holds.
  private static func window(
    of time: GPSTime, of id: SatelliteID, after last: GPSTime?, before next: GPSTime?
  ) -> Range<GPSTime> {
    let reach = Int64(id.constellation == .glonass ? 900 : 7200) * 1_000_000_000
    func middle(_ a: GPSTime, _ b: GPSTime) -> GPSTime {
      a.advanced(byNanoseconds: (b.nanoseconds - a.nanoseconds) / 2)
    }
    // Galileo's is taken from its reference time on (Galileo OS SIS ICD 2.1, 5.1.9.2).
    let isForwardOnly = id.constellation == .galileo
    let (earliest, latest) = (
      isForwardOnly ? time : time.advanced(byNanoseconds: -reach),
      time.advanced(byNanoseconds: isForwardOnly ? 2 * reach : reach)
    )
    let begin = isForwardOnly ? earliest : max(earliest, last.map { middle($0, time) } ?? earliest)
    let end = min(latest, next.map { isForwardOnly ? $0 : middle(time, $0) } ?? latest)
    return begin..<max(begin, end)
  }

  private static func continuation(
    of id: SatelliteID, _ message: RTCMMessage, near time: GPSTime
  ) -> Continuation? {
    guard message.impossibleTime == nil else { return nil }
    return switch message {
    case .gpsEphemeris(let orbit):
      .keplerian(PerpetualOrbit(id, orbit, near: time, orbit.groupDelay))
    case .qzssEphemeris(let orbit):
      .keplerian(PerpetualOrbit(id, orbit, near: time, orbit.groupDelay))
    case .galileoINAVEphemeris(let orbit):
      .keplerian(PerpetualOrbit(id, orbit, near: time, orbit.groupDelayE5b))
    case .galileoFNAVEphemeris(let orbit):
      .keplerian(PerpetualOrbit(id, orbit, near: time, orbit.groupDelayE5a))
    case .beidouEphemeris(let orbit):
      .keplerian(PerpetualOrbit(id, orbit, near: time, orbit.groupDelay1))
    case .glonassEphemeris(let ephemeris): .glonass(PerpetualGLONASS(ephemeris, near: time))
    default: nil
    }
  }
}
