internal import RTCMParser

extension RTCMMessage {
  /// The position of the antenna in 1005 and 1006; `nil` in other messages, and off the Earth.
  var position: ECEFPosition? {
    let position: ECEFPosition? =
      switch self {
      case .antennaReferencePoint(let point): point.position
      case .antennaReferencePointAndHeight(let point): point.position
      default: nil
      }
    return position.flatMap { $0.isOnEarth ? $0 : nil }
  }
}
