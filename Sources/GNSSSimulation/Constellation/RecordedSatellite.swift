internal import GNSSBasics
internal import Mathematics
internal import RTCMParser
internal import SatelliteOrbits

/// A satellite with recorded broadcasts, which it follows while they are valid and continues at other times.
struct RecordedSatellite: Hashable, Sendable {
  /// The identity of the satellite.
  let id: SatelliteID
  /// The recorded broadcasts that the satellite follows, by ascending time.
  private let sets: [BroadcastSet]
  /// The orbit that the satellite follows before, between and after the recorded broadcasts.
  private let continuation: Continuation?

  /// An orbit without an end.
  private enum Continuation: Hashable, Sendable {
    case keplerian(PerpetualOrbit)
    case glonass(PerpetualGLONASS)
  }

  /// Creates a satellite from its messages, without defects.
  ///
  /// - Parameters:
  ///   - id: The identity of the satellite.
  ///   - messages: The broadcasts.
  ///   - reference: The time at which they were received.
  ///   - isContinued: Whether the satellite continues its orbit where no broadcast is valid. Where not, it follows
  ///     each broadcast for as long as receivers use it.
  init(
    _ id: SatelliteID, _ messages: [RTCMMessage], sent reference: GPSTime, isContinued: Bool
  ) {
    self.id = id
    let issues = Self.issues(of: messages, near: reference)
    sets = issues.indices.compactMap { index in
      let next = index + 1 < issues.count ? issues[index + 1].time : nil
      let last = index > 0 ? issues[index - 1].time : nil
      let window = Self.window(
        of: issues[index].time, of: id, after: last, before: next, isContinued: isContinued)
      return BroadcastSet(id, issues[index].messages, flown: window)
    }
    continuation =
      isContinued
      ? issues.last.flatMap { Self.continuation(of: id, $0.messages[0], near: $0.time) } : nil
  }

  /// Returns the set that the satellite broadcasts and follows at an instant; `nil` for none.
  func set(at time: GPSTime) -> BroadcastSet? {
    if let set = sets.first(where: { $0.validity.contains(time) }) { return set }
    return switch continuation {
    case .keplerian(let orbit): SimulatedSatellite.keplerian(orbit).set(at: time)
    case .glonass(let satellite): SimulatedSatellite.glonass(satellite).set(at: time)
    case nil: nil
    }
  }
}

// MARK: Recorded broadcasts

extension RecordedSatellite {
  private struct Issue {
    var time: GPSTime
    var messages: [RTCMMessage]
  }

  /// Returns the messages by reference time, only the last of each type; the followed message comes first.
  private static func issues(of messages: [RTCMMessage], near reference: GPSTime) -> [Issue] {
    var issues: [GPSTime: [UInt16: RTCMMessage]] = [:]
    for message in messages {
      guard let orbit = SatelliteOrbit(message, near: reference) else { continue }
      issues[orbit.referenceTime, default: [:]][message.type] = message
    }
    return issues.sorted { $0.key < $1.key }.map { time, messages in
      // Of Galileo's two messages the satellite follows I/NAV, which has the higher type.
      Issue(time: time, messages: messages.sorted { $0.key > $1.key }.map(\.value))
    }
  }

  /// Returns the time in which a set is followed: while it is valid and receivers prefer it to other sets.
  private static func window(
    of time: GPSTime, of id: SatelliteID, after last: GPSTime?, before next: GPSTime?,
    isContinued: Bool
  ) -> Range<GPSTime> {
    let seconds =
      isContinued
      ? id.constellation == .glonass ? 900 : 7200 : SatelliteOrbit.reach(of: id.constellation)
    let reach = Int64(seconds * 1e9)
    func middle(_ a: GPSTime, _ b: GPSTime) -> GPSTime {
      a.advanced(byNanoseconds: (b.nanoseconds - a.nanoseconds) / 2)
    }
    // Receivers use a Galileo set from its reference time on (Galileo OS SIS ICD 2.1, 5.1.9.2).
    let isForwardOnly = isContinued && id.constellation == .galileo
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
    case .galileoEphemeris(let orbit):
      .keplerian(PerpetualOrbit(id, orbit, near: time, orbit.clockGroupDelay))
    case .beidouEphemeris(let orbit):
      .keplerian(PerpetualOrbit(id, orbit, near: time, orbit.groupDelay1))
    case .glonassEphemeris(let ephemeris): .glonass(PerpetualGLONASS(ephemeris, near: time))
    default: nil
    }
  }
}
