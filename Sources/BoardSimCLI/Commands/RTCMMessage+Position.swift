internal import RTCMParser

extension RTCMMessage {
  /// The station and the antenna's position in 1005 and 1006; `nil` in other messages.
  var referencePoint: AntennaReferencePoint? {
    switch self {
    case .antennaReferencePoint(let point): point
    case .antennaReferencePointAndHeight(let point): point.station
    default: nil
    }
  }

  /// The position of the antenna in 1005 and 1006; `nil` in other messages, and off the Earth.
  var position: ECEFPosition? {
    referencePoint.flatMap { $0.position.isOnEarth ? $0.position : nil }
  }
}
