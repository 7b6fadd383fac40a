public import RTCMParser

/// The messages of a base station at one epoch.
public struct BaseStationEpoch: Hashable, Sendable {
  /// The station's messages about itself and its satellites at this epoch; empty at most epochs.
  public var announcements: [RTCMMessage]
  /// The measurements of the station's receiver, not yet rounded to the messages' resolutions.
  public var observations: ObservationEpoch
  /// The kind of the multiple signal messages, `4...7`.
  public var msmKind: UInt8

  /// Returns the messages in the order of sending; the observations come last.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when a changed observation does not fit the messages of
  ///   the kind.
  public func messages() throws(RTCMEncodingError) -> [RTCMMessage] {
    let observed = try observations.messages(msm: msmKind, stationID: observations.stationID)
    return announcements + observed.map { .msm($0) }
  }

  /// Returns the frames of all messages, as sent.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when a changed value does not fit into a frame.
  public func encode() throws(RTCMEncodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    for message in try messages() { bytes += try message.frame() }
    return bytes
  }
}
