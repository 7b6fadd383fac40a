public import RTCMParser
import TextOutput

/// A writer of a RINEX navigation file, fed with a stream's messages in order.
///
/// ```swift
/// var writer = RINEXNavigationWriter(near: reference)
/// writer.appendHeader(to: &text)
/// writer.append(message, to: &text)  // every message; most add nothing
/// ```
/// Give the writer observation messages as well: it dates ephemerides by the observations around them. An
/// ephemeris equal to one of its satellite's last few is left out. RTCM has no time of transmission, so the
/// file has the standard's value for an unknown one, 0.9999D+09.
public struct RINEXNavigationWriter: Sendable {
  private let version: RINEXFormat
  private let header: RINEXHeader
  private let system: Constellation?
  private var now: GPSTime
  private var last: [Satellite: [NavigationRecord.Identity]] = [:]

  private struct Satellite: Hashable {
    var messageType: UInt16
    var number: Int
  }

  /// The number of ephemerides remembered per satellite: in merged streams some stations lag behind others.
  private static let memory = 4

  /// The number of records written.
  public private(set) var records = 0

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - reference: A time within half a week of the stream's beginning; within half a day for SBAS and for
  ///     GLONASS satellites that do not send the day.
  ///   - version: The version of the file.
  ///   - system: The system whose ephemerides are written, `nil` for all systems. A file of version 2 holds
  ///     one system: GPS (also for `nil`), GLONASS or SBAS.
  ///   - header: The header's content beside the stream's.
  public init(
    near reference: GPSTime, version: RINEXFormat = .v3_04, of system: Constellation? = nil,
    header: RINEXHeader = RINEXHeader()
  ) {
    now = reference
    self.version = version
    self.header = header
    self.system = version == .v2_11 ? system ?? .gps : system
  }

  /// Appends the file's header; call this first.
  ///
  /// The header has neither ionosphere nor UTC parameters: RTCM has no message for them.
  public func appendHeader(to text: inout [UInt8]) {
    switch (version, system) {
    case (.v2_11, .glonass): text.appendVersionLine(version, type: "GLONASS NAV DATA")
    case (.v2_11, .sbas): text.appendVersionLine(version, type: "H: GEO NAV MSG DATA")
    case (.v2_11, _): text.appendVersionLine(version, type: "NAVIGATION DATA")
    default: text.appendVersionLine(version, type: "N: GNSS NAV DATA", system: "M: MIXED")
    }
    header.appendProgramLines(to: &text)
    text.appendHeaderLine("LEAP SECONDS") { $0.append(integer: now.leapSeconds, columns: 6) }
    text.appendHeaderLine("END OF HEADER")
  }

  /// Appends the record of an ephemeris that was not written before; other messages append nothing.
  public mutating func append(_ message: RTCMMessage, to text: inout [UInt8]) {
    follow(message)
    guard let record = NavigationRecord(of: message, near: now),
      record.constellation == system ?? record.constellation, isNew(record.identity)
    else { return }
    records += 1
    record.append(to: &text, as: version)
  }

  /// Sets the current time from observations that came in no RTCM message.
  public mutating func follow(_ time: GPSTime) { now = time }

  private mutating func follow(_ message: RTCMMessage) {
    switch message {
    case .msm(let message): now = message.header.epoch.gpsTime(near: now) ?? now
    case .legacyObservations(let message): now = message.epoch.gpsTime(near: now) ?? now
    default: break
    }
  }

  private mutating func isNew(_ identity: NavigationRecord.Identity) -> Bool {
    let satellite = Satellite(messageType: identity.messageType, number: identity.satellite)
    var known = last[satellite, default: []]
    guard !known.contains(identity) else { return false }
    if known.count == Self.memory { known.removeFirst() }
    known.append(identity)
    last[satellite] = known
    return true
  }
}
