internal import Mathematics

/// The times at which a satellite sends each piece of its navigation message.
///
/// ```swift
/// let schedule = NavigationSchedule(constellation: .gps, satelliteNumber: 3)
/// for slot in schedule?.slots(endingAfter: lastEpoch, through: epoch) ?? [] { … }
/// ```
///
/// All satellites of a system send the same kind of piece at the same time, except BeiDou's geostationary
/// ones. Almanacs and other pieces that no ephemeris fills have no slots.
///
/// Source: IS-GPS-200N §20.3.2 and figure 20-1; Galileo OS SIS ICD 2.1, §4.3.3 (E1-B);
/// BDS-SIS-ICD-B1I-3.0, §5.2.1 and §5.3.1; GLONASS ICD 5.1, §4.3.
public struct NavigationSchedule: Hashable, Sendable {
  /// The kinds of navigation messages.
  private enum Kind { case lnav, inav, d1, d2, glonass }
  private let kind: Kind

  /// Creates the schedule of a satellite; `nil` for systems whose words u-blox receivers do not pass on
  /// this way.
  ///
  /// - Parameters:
  ///   - constellation: The satellite's system.
  ///   - satelliteNumber: The satellite's number in RINEX.
  public init?(constellation: Constellation, satelliteNumber: Int) {
    switch constellation {
    case .gps, .qzss: kind = .lnav
    case .galileo: kind = .inav
    case .beidou: kind = UBloxSignal.isGEO(.beidou, satelliteNumber) ? .d2 : .d1
    case .glonass: kind = .glonass
    case .sbas, .navic: return nil
    }
  }

  /// Returns the pieces that end after `after` and no later than `last`, in order.
  ///
  /// Calls from epoch to epoch return each piece once.
  ///
  /// - Complexity: Linear in the number of slots between the two times, one every 0.6 to 6 s.
  public func slots(endingAfter after: GPSTime, through last: GPSTime) -> [NavigationSlot] {
    let shift = Int64(timeScale.secondsBehindGPSTime(leapSeconds: last.leapSeconds)) * 1_000_000_000
    func count(to time: GPSTime) -> Int64 {
      let ownTime = time.advanced(byNanoseconds: -shift - offset).nanoseconds
      return ownTime.dividedRoundingDown(by: duration).quotient
    }
    let (first, end) = (count(to: after), count(to: last))
    guard first < end else { return [] }
    return (first..<end).compactMap { number in
      let inWeek = Int(number.modulo(604_800_000_000_000 / duration))
      return message(ofSlot: inWeek).map {
        let start = GPSTime(nanoseconds: number * duration + offset + shift)
        return NavigationSlot(
          message: $0, start: start, end: start.advanced(byNanoseconds: duration))
      }
    }
  }
}

extension NavigationSchedule {
  /// Returns the time at which a listener from `time` on has received every piece of the ephemeris.
  package func ephemerisEnd(heardFrom time: GPSTime) -> GPSTime {
    var ends: [NavigationMessage: GPSTime] = [:]
    // A complete ephemeris takes at most half a minute, wherever in it the listener begins.
    let minuteLater = time.advanced(byNanoseconds: 61_000_000_000)
    for slot in slots(endingAfter: time, through: minuteLater)
    where slot.start >= time && slot.message.isOfEphemeris && ends[slot.message] == nil {
      ends[slot.message] = slot.end
    }
    return ends.values.max() ?? minuteLater
  }
}

extension NavigationMessage {
  /// Whether the piece has an orbit or a clock.
  fileprivate var isOfEphemeris: Bool {
    switch self {
    case .lnav, .d1, .d2: true
    case .lnavIonosphere: false
    case .inav(let word): (1...4).contains(word)
    case .glonass(let string): (1...4).contains(string)
    }
  }
}

extension NavigationSchedule {
  /// The time scale of the slots.
  private var timeScale: TimeScale {
    switch kind {
    case .lnav, .inav: .gps
    case .d1, .d2: .beidou
    case .glonass: .moscow
    }
  }

  /// The length of a slot, nanoseconds.
  private var duration: Int64 {
    switch kind {
    case .lnav, .d1: 6_000_000_000
    case .inav, .glonass: 2_000_000_000
    case .d2: 600_000_000
    }
  }

  /// The beginning of the week's first slot, nanoseconds: pages of E1-B begin at odd seconds.
  private var offset: Int64 { kind == .inav ? 1_000_000_000 : 0 }

  /// Returns the message of a slot of the week, counted from 0.
  private func message(ofSlot slot: Int) -> NavigationMessage? {
    switch kind {
    case .lnav: Self.lnav(subframe: slot % 5 + 1, frame: slot / 5)
    case .inav: Self.inavWords[slot % 15].map { .inav(word: $0) }
    case .d1: slot % 5 < 3 ? .d1(subframe: slot % 5 + 1) : nil
    case .d2: slot % 5 == 0 ? .d2(page: slot / 5 % 10 + 1) : nil
    case .glonass: slot % 15 < 5 ? .glonass(string: slot % 15 + 1) : nil
    }
  }

  /// Returns the piece in a subframe.
  ///
  /// Subframe 4 has 25 pages, one a frame; the first page begins the week.
  private static func lnav(subframe: Int, frame: Int) -> NavigationMessage? {
    switch subframe {
    case 1...3: .lnav(subframe: subframe)
    case 4: frame % 25 == 17 ? .lnavIonosphere : nil
    default: nil
    }
  }

  /// The words of a subframe of 30 s on E1-B.
  ///
  /// `nil` stands for an almanac, and the spare word 0 for other words that no ephemeris fills.
  private static let inavWords: [Int?] = [2, 4, 6, nil, nil, 0, 0, 0, 0, 0, 1, 3, 5, 0, 0]
}
