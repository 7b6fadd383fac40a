extension ConversionRules {
  /// Whether the rules name any satellite of a system.
  func selectsSatellites(of constellation: Constellation) -> Bool {
    keptSatellites.contains { $0.constellation == constellation }
      || droppedSatellites.contains { $0.constellation == constellation }
  }

  /// Whether data of a satellite pass.
  func keeps(_ satellite: SatelliteID) -> Bool {
    let isNamed = keptSatellites.contains { $0.constellation == satellite.constellation }
    if isNamed && !keptSatellites.contains(satellite) { return false }
    return !droppedSatellites.contains(satellite)
  }
}

extension RTCMMessage {
  /// Returns the message with the kept satellites only; `nil` when no satellite is kept.
  ///
  /// The filter applies to observations from before MSM, ephemerides and state-space corrections. Other
  /// messages stay unchanged; for MSMs use ``MSMMessage/keepingSatellites(where:)``. A changed message
  /// loses the bits after its last field.
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
  /// Returns the satellite of an ID in observation messages.
  fileprivate func satellite(_ id: UInt8) -> SatelliteID {
    SatelliteID(self, rinexNumber(ofSatelliteID: id))
  }
}

extension MSMMessage {
  /// Returns the message with the kept satellites only, and with its three masks recomputed.
  ///
  /// As with ``keepingSignals(_:)``, a message that loses nothing stays unchanged, bit for bit.
  func keepingSatellites(where isKept: (SatelliteID) -> Bool) -> MSMMessage {
    let constellation = header.epoch.constellation
    let kept = satellites.filter { isKept(constellation.satellite($0.id)) }
    guard kept.count < satellites.count else { return self }
    let ids = Set(kept.map { $0.id })
    return keeping(satellites: kept, signals: signals.filter { ids.contains($0.satelliteID) })
  }
}
