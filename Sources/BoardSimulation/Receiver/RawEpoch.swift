internal import GNSSBasics
package import GNSSSimulation
package import RTCMParser
package import UBloxRaw

/// A receiver's measurements at an epoch, and its satellites' broadcasts.
package struct RawEpoch: Hashable, Sendable {
  /// The measurements.
  package var observations: ObservationEpoch
  /// The broadcasts of the satellites that it followed.
  package var broadcasts: [BroadcastSet]
  /// The epoch before; `nil` at the first.
  var last: GPSTime?

  /// UBX-RXM-RAWX; `nil` where a value has no room in it.
  func rawx() -> RxmRAWX? { try? RxmRAWX(observations) }

  /// UBX-RXM-SFRBX of the pieces of navigation messages that have ended since the epoch before, of satellites that
  /// were followed all that time.
  func sfrbx(of satellites: SatellitesInView) -> [RxmSFRBX] {
    guard let last else { return [] }
    var broadcast = NavigationBroadcast()
    broadcast.ionosphere = KlobucharIonosphere(of: .standard)
    var since: [SatelliteID: GPSTime] = [:]
    for satellite in satellites.satellites { since[satellite.id] = satellite.followedSince }
    var pieces: [(end: GPSTime, message: RxmSFRBX)] = []
    for (index, set) in broadcasts.enumerated() {
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
  /// Creates the broadcast of a sky's satellites about it.
  package init(of sky: Sky) {
    let (alpha, beta) = sky.klobuchar
    self.init(
      alpha: (alpha.x, alpha.y, alpha.z, alpha.w), beta: (beta.x, beta.y, beta.z, beta.w))
  }
}
