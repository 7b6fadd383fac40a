package import GNSSBasics
package import RTCMParser
internal import SatelliteOrbits

/// A survey of a station by its own codes, which shows whether it is where it says.
package struct StationSurvey: Sendable {
  private var check = BaseCheck()
  private let place: ReceiverPlace
  private let told: ECEFPosition

  /// Begins the survey of a station that tells a position.
  package init(of told: ECEFPosition) {
    self.told = told
    place = ReceiverPlace(SIMD3(told))
  }

  /// The position of the station: the one it tells unless its codes put it elsewhere.
  ///
  /// Codes tell a position to some metres, so that nearer positions are not doubted.
  package var position: ECEFPosition {
    check.distance == nil ? told : ECEFPosition(place.position + check.offset)
  }

  /// Takes an epoch of the station; one epoch in half a minute counts.
  package mutating func add(_ epoch: ObservationEpoch, orbits: BroadcastOrbits) {
    guard check.isDue(at: epoch.time) else { return }
    let options = RTKOptions()
    check.check(
      EpochSignals(epoch, orbits: orbits, systems: options.systems), at: place, options)
  }
}
