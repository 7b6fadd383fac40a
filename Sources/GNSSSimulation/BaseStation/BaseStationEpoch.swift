public import RTCMParser

/// The messages of a base station at one epoch.
public struct BaseStationEpoch: Hashable, Sendable {
  /// The station's messages about itself and the satellites at this epoch; often none.
  public var announcements: [RTCMMessage]
  /// The measurements of the station's receiver, before they were rounded to be sent.
  public var observations: ObservationEpoch
  /// The kind of the multiple signal messages, `4...7`.
  public var msmKind: UInt8

  /// The messages in the order of sending; the observations come last.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when the observations were changed to what the kind cannot hold.
  public func messages() throws(RTCMEncodingError) -> [RTCMMessage] {
    let observed = try observations.messages(msm: msmKind, stationID: observations.stationID)
    return announcements + observed.map { .msm($0) }
  }

  /// The frames of all messages, as they go over a line.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when something was changed to what no frame can hold.
  public func encode() throws(RTCMEncodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    for message in try messages() { bytes += try message.frame() }
    return bytes
  }
}
