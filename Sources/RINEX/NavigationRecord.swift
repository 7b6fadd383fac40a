internal import GNSSBasics
import RTCMParser
import TextOutput

/// A satellite's orbit and clock in the form of RINEX 3.04: a date and numbers, in the standard's order.
///
/// Source: RINEX 3.04, tables A6 to A17; RINEX 2.11, tables A4, A11 and A16.
struct NavigationRecord: Sendable {
  /// The key that tells a new ephemeris from a repeated one.
  struct Identity: Hashable, Sendable {
    /// The message number, DF002, which for Galileo tells I/NAV from F/NAV.
    var messageType: UInt16
    /// The satellite's number, without the letter of its system.
    var satellite: Int
    /// toe, or the ephemeris's reference time in systems without toe.
    var referenceTime: GPSTime
    /// toc, which differs where a satellite uploads a new clock alone.
    var clockReferenceTime: GPSTime
    /// The ephemeris's issue of data.
    var issue: Int
    /// The satellite's health, as coded in the message.
    var health: Int
  }

  var identity: Identity
  var constellation: Constellation
  /// toc in the system's own time; UTC for GLONASS.
  var time: CivilTime
  /// The numbers of the record: three in the first line, then four a line.
  var values: [Double]
  /// The numbers of a further line that versions after 3.04 have.
  var additionalValues: [Double] = []

  /// The value for an unknown time of transmission, which RTCM messages do not carry.
  static let unknownTransmissionTime = 0.9999e9

  /// Appends the record in the form of a version.
  func append(to text: inout [UInt8], as version: RINEXFormat) {
    if version.generation == 4 { appendHeading(to: &text) }
    if version == .v2_11 {
      text.append(integer: identity.satellite, columns: 2)
      time.appendForVersion2Navigation(to: &text)
    } else {
      text.append(satellite: identity.satellite, of: constellation)
      text.append(UInt8(ascii: " "))
      time.appendForNavigation(to: &text)
    }
    for (index, value) in values(in: version).enumerated() {
      if index % 4 == 3 {
        text.endLine()
        text.appendBlanks(version == .v2_11 ? 3 : 4)
      }
      text.append(exponential: value)
    }
    text.endLine()
  }

  private func values(in version: RINEXFormat) -> [Double] {
    switch (version, constellation) {
    // In version 2 the frame time is the second of the day instead of the second of the week.
    case (.v2_11, .glonass):
      values[..<2] + [values[2].truncatingRemainder(dividingBy: 86_400)] + values[3...]
    default: version < .v3_05 ? values : values + additionalValues
    }
  }

  /// Appends the line that names the record's message: `> EPH G05 LNAV`.
  private func appendHeading(to text: inout [UInt8]) {
    text += "> EPH ".utf8
    text.append(satellite: identity.satellite, of: constellation)
    text.append(UInt8(ascii: " "))
    text += broadcastMessage.utf8
    text.endLine()
  }

  /// The name of the navigation message type in RINEX 4.
  ///
  /// Source: RINEX 4.00, on navigation message types.
  private var broadcastMessage: String {
    switch identity.messageType {
    case 1020: "FDMA"
    case 1042: SatelliteID(constellation, identity.satellite).isBeiDouGEO ? "D2" : "D1"
    case 1043: "SBAS"
    case 1045: "FNAV"
    case 1046: "INAV"
    default: "LNAV"
    }
  }
}

extension NavigationRecord {
  /// Creates the record of an ephemeris message.
  ///
  /// The result is `nil` for other messages, for a satellite that has no name, and for an invalid time.
  ///
  /// - Parameters:
  ///   - message: Any message.
  ///   - now: A time within half a week of the message's time; within half a day for GLONASS and SBAS.
  init?(of message: RTCMMessage, near now: GPSTime) {
    guard message.impossibleTime == nil else { return nil }
    switch message {
    case .gpsEphemeris(let ephemeris) where ephemeris.satelliteID < 40:  // others are SBAS's
      self.init(gps: ephemeris, near: now)
    case .glonassEphemeris(let ephemeris): self.init(glonass: ephemeris, near: now)
    case .galileoEphemeris(let ephemeris): self.init(galileo: ephemeris, near: now)
    case .sbasEphemeris(let ephemeris): self.init(sbas: ephemeris, near: now)
    case .qzssEphemeris(let ephemeris): self.init(qzss: ephemeris, near: now)
    case .beidouEphemeris(let ephemeris): self.init(beidou: ephemeris, near: now)
    case .navicEphemeris(let ephemeris): self.init(navic: ephemeris, near: now)
    default: return nil
    }
    guard (1...99).contains(identity.satellite) else { return nil }
  }
}
