internal import GNSSBasics
package import GNSSSimulation
package import RTCMParser
package import UBloxRaw

/// A receiver's measurements at an epoch, with its satellites' broadcasts.
package struct RawEpoch: Hashable, Sendable {
  /// The measurements of the epoch.
  package var observations: ObservationEpoch
  /// The broadcasts of the tracked satellites.
  package var broadcasts: [BroadcastSet]
  /// The GPS time of the previous epoch; `nil` at the first.
  var last: GPSTime?

  /// Returns UBX-RXM-RAWX; `nil` if a value does not fit.
  func rawx() -> RxmRAWX? { try? RxmRAWX(observations) }

  /// Returns UBX-RXM-SFRBX for the pieces of navigation messages that ended since the previous epoch.
  ///
  /// Only satellites that were tracked during the whole piece count.
  func sfrbx(of satellites: SatellitesInView) -> [RxmSFRBX] {
    guard let last else { return [] }
    var broadcast = NavigationBroadcast()
    broadcast.ionosphere = KlobucharIonosphere(of: .standard)
    var since: [SatelliteID: GPSTime] = [:]
    for satellite in satellites.satellites { since[satellite.id] = satellite.followedSince }
    var pieces: [(end: GPSTime, message: RxmSFRBX)] = []
    for (index, set) in broadcasts.enumerated() {
      // An ephemeris that the satellite's message cannot hold is not broadcast.
      guard let ephemeris = set.messages.first.flatMap({ BroadcastEphemeris($0) }),
        let begin = since[set.satellite],
        let messages = try? broadcast.messages(
          of: ephemeris, endingAfter: last, through: observations.time)
      else { continue }
      for (slot, message) in messages where slot.start >= begin {
        var message = message
        message.channel = UInt8(clamping: index)
        pieces.append((slot.end, message))
      }
    }
    return pieces.sorted { $0.end < $1.end }.map(\.message)
  }
}

extension KlobucharIonosphere {
  /// Creates the parameters that a sky's satellites broadcast.
  package init(of sky: Sky) {
    let (alpha, beta) = (sky.klobuchar.alpha, sky.klobuchar.beta)
    self.init(
      alpha: (alpha.x, alpha.y, alpha.z, alpha.w), beta: (beta.x, beta.y, beta.z, beta.w))
  }
}
