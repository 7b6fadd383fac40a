public import RTCMParser

/// What a base station says at one epoch.
public struct BaseStationEpoch: Hashable, Sendable {
  /// The station's ID (DF003).
  public var stationID: UInt16
  /// What the station says about itself and the satellites at this epoch; often nothing.
  public var announcements: [RTCMMessage]
  /// What the station's receiver measured, before it was rounded to be sent.
  public var observations: MeasurementEpoch

  /// The messages in the order of sending; the observations (1077) come last.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when the observations were changed to what MSM7 cannot hold.
  public func messages() throws(RTCMEncodingError) -> [RTCMMessage] {
    announcements + [.msm(try MSMMessage(observations, stationID: stationID))]
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
