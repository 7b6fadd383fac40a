extension ConversionRules {
  /// Whether any satellite of a system may have to go.
  func selectsSatellites(of constellation: Constellation) -> Bool {
    keptSatellites.contains { $0.constellation == constellation }
      || droppedSatellites.contains { $0.constellation == constellation }
  }

  /// Whether what is about a satellite passes.
  func keeps(_ satellite: SatelliteID) -> Bool {
    let isNamed = keptSatellites.contains { $0.constellation == satellite.constellation }
    if isNamed && !keptSatellites.contains(satellite) { return false }
    return !droppedSatellites.contains(satellite)
  }
}

extension RTCMMessage {
  /// The message with some of its satellites only; `nil` when it was about others alone.
  ///
  /// Observations from before MSM, ephemerides and corrections in state space are about satellites; other messages
  /// stay as they are, and for MSMs there is ``MSMMessage/keepingSatellites(where:)``.
  /// Bits behind the last field of a message that changes are left out.
  func keepingSatellites(where isKept: (SatelliteID) -> Bool) -> RTCMMessage? {
    switch self {
    case .legacyObservations(var message):
      let constellation = message.type.constellation
      let kept = message.satellites.filter { isKept(constellation.satellite($0.id)) }
      if kept.count == message.satellites.count { return self }
      (message.satellites, message.trailingBits) = (kept, TrailingBits())
      return kept.isEmpty ? nil : .legacyObservations(message)
    case .ssr(var message):
      let type = message.type
      let kept = message.satellites.filter {
        isKept(SatelliteID(type.constellation, type.rinexNumber(ofSatelliteID: $0.id)))
      }
      if kept.count == message.satellites.count { return self }
      (message.satellites, message.trailingBits) = (kept, TrailingBits())
      return kept.isEmpty ? nil : .ssr(message)
    default:
      return orbitingSatellite.map(isKept) ?? true ? self : nil
    }
  }
}

extension Constellation {
  /// The satellite of an ID in observations.
  fileprivate func satellite(_ id: UInt8) -> SatelliteID {
    SatelliteID(self, rinexNumber(ofSatelliteID: id))
  }
}

extension MSMMessage {
  /// The message with some of its satellites only, its three masks made anew.
  ///
  /// As with ``keepingSignals(_:)``, a message of which nothing goes stays as it is, bit for bit.
  func keepingSatellites(where isKept: (SatelliteID) -> Bool) -> MSMMessage {
    let constellation = header.epoch.constellation
    let kept = satellites.filter { isKept(constellation.satellite($0.id)) }
    guard kept.count < satellites.count else { return self }
    let ids = Set(kept.map { $0.id })
    return keeping(satellites: kept, signals: signals.filter { ids.contains($0.satelliteID) })
  }
}
