public import RTCMParser
internal import TextOutput

/// A frame of a stream as one line: time, message number, station, name and subject.
///
/// ```
/// 12:20:00.000  1077     1  GPS MSM7: G05 G07 G13, 6 signals
///            -  1019     -  GPS ephemeris: G05
/// ```
/// The time is the GPS time of day of observations and of state space corrections. The station is DF003.
/// Messages without a time, and epochs that are invalid, have a `-` there. Control characters in the stream's
/// texts are escaped.
public struct FrameLine: Hashable, Sendable, CustomStringConvertible {
  /// The line, without a line feed.
  public let description: String

  /// Describes a frame.
  ///
  ///   - frame: The frame; a frame that cannot be decoded is described by its error.
  ///   - leapSeconds: GPS time less UTC in seconds, for the epochs of GLONASS.
  public init(of frame: borrowing FrameView, leapSeconds: Int = LeapSeconds.latest) {
    let type = frame.messageType
    let station = RTCMFrame.stationID(ofPayload: frame.payload)
    var (epoch, name, subject): (MSMEpoch?, String?, String) = (nil, nil, "")
    do throws(RTCMDecodingError) {
      let message = try RTCMMessage(decoding: frame.payload)
      (epoch, name, subject) = (message.epoch, MessageName.of(message), message.subject)
      if let time = message.impossibleTime {
        subject += (subject.isEmpty ? "" : ", ") + "a time that cannot be: \(time)"
      }
    } catch {
      (name, subject) = (type.flatMap { MessageName.of($0) }, "error: \(error.reasonForReaders)")
    }
    var table = FieldTable()
    table.append(epoch.flatMap { Self.time($0, leapSeconds) } ?? "           -")
    for number in [type, station] {
      table.append(toTheRight: Array((number.map { "\($0)" } ?? "-").utf8), width: 6)
    }
    table.append("  \(name ?? "unknown")")
    if !subject.isEmpty { table.append(": \(subject)") }
    table.endLine()
    description = table.text
  }

  private static func time(_ epoch: MSMEpoch, _ leapSeconds: Int) -> String? {
    guard let milliseconds = epoch.gpsTimeOfDayMilliseconds(leapSeconds: leapSeconds) else {
      return nil
    }
    var fraction: [UInt8] = []
    fraction.append(integer: milliseconds % 1000, width: 3)
    return
      "\(PlainText.clock(seconds: milliseconds / 1000)).\(String(decoding: fraction, as: UTF8.self))"
  }
}

extension RTCMMessage {
  /// The epoch of observations or state space corrections; `nil` for other messages.
  fileprivate var epoch: MSMEpoch? {
    switch self {
    case .msm(let message): message.header.epoch
    case .legacyObservations(let message): message.epoch
    case .ssr(let message): message.epoch
    case .ssrIonosphere(let message): message.epoch
    default: nil
    }
  }

  /// The subject of a message in a few words; empty if the message's name says everything.
  fileprivate var subject: String {
    switch self {
    case .msm, .legacyObservations: observationSubject
    case .ssr(let message):
      message.satellites.map {
        let number = message.type.rinexNumber(ofSatelliteID: $0.id)
        return "\(SatelliteID(message.type.constellation, number))"
      }.joined(separator: " ")
    case .antennaReferencePoint(let station): station.position.words
    case .antennaReferencePointAndHeight(let station): station.position.words
    case .antennaDescriptor(let message): message.descriptor.description.withControlsEscaped
    case .unicodeText(let message): message.text.withControlsEscaped
    default: orbitingSatellite.map { "\($0)" } ?? ""
    }
  }

  private var observationSubject: String {
    var satellites: [SatelliteID] = []
    let observations = observations
    for observation in observations where !satellites.contains(observation.satellite) {
      satellites.append(observation.satellite)
    }
    let count = observations.count
    guard count > 0 else { return "no signal" }
    return satellites.map { $0.description }.joined(separator: " ")
      + ", \(count) \(count == 1 ? "signal" : "signals")"
  }
}

extension ECEFPosition {
  /// The coordinates as text, metres.
  fileprivate var words: String {
    [x, y, z].map { PlainText.number($0, decimals: 4) }.joined(separator: " ") + " m"
  }
}
