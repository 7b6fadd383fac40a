internal import GNSSBasics
internal import RTCMParser

/// The order in which bands and codes are preferred.
enum SignalPreference {
  /// The channels of a band from the best one down; the open civil signals first, then P(Y) by whatever means.
  private static let channels = Array("CPWYMNDSLXIQABZ".utf8)
  /// The ranks by attribute.
  private static let ranks = (0..<128).map { channels.firstIndex(of: UInt8($0)) ?? channels.count }

  /// Returns the rank of a code, 0 for the best; codes that are not known come last.
  static func rank(of code: RINEXSignalCode?) -> Int {
    guard let code, code.attribute < 128 else { return channels.count }
    return ranks[Int(code.attribute)]
  }

  /// Returns the bands of a system from the first frequency on, each of which has a frequency of its own.
  static func bands(of system: Constellation) -> [UInt8] {
    switch system {
    case .gps, .qzss: [1, 2, 5]
    case .glonass: [1, 2, 3]
    case .galileo: [1, 7, 5, 8, 6]
    case .beidou: [2, 7, 6, 5, 1, 8]
    case .sbas: [1, 5]
    case .navic: [5, 9]
    }
  }
}

extension SatelliteSignals {
  /// The best observation with a code, of the first band that has any.
  var bestCode: SignalObservation? {
    for band in SignalPreference.bands(of: satellite.constellation) {
      if let best = bestCode(of: band) { return best }
    }
    return nil
  }

  /// Returns the best observation with a code of a band; `nil` without any.
  func bestCode(of band: UInt8) -> SignalObservation? {
    var best: (index: Int, rank: Int)?
    for index in signals.indices where signals[index].code?.band == band {
      let rank = SignalPreference.rank(of: signals[index].code)
      if signals[index].pseudorange != nil, rank < best?.rank ?? .max { best = (index, rank) }
    }
    return best.map { signals[$0.index] }
  }
}
