/// The frequency channels of GLONASS satellites, as far as a stream has told them.
struct GLONASSChannels: Sendable {
  /// By slot number.
  private var channels = [Int?](repeating: nil, count: 65)

  /// The last channel that was told for a slot, `-7...13`.
  subscript(slot slot: UInt8) -> Int? {
    get { slot < channels.count ? channels[Int(slot)] : nil }
    set { if slot < channels.count { channels[Int(slot)] = newValue } }
  }

  /// Takes what a message says: 1020, 1009–1012, MSM5 and MSM7.
  mutating func learn(from message: RTCMMessage) {
    switch message {
    case .glonassEphemeris(let orbit): self[slot: orbit.satelliteID] = orbit.frequencyChannel
    case .legacyObservations(let message) where message.type.constellation == .glonass:
      for satellite in message.satellites {
        self[slot: satellite.id] = satellite.glonassFrequencyChannel
      }
    case .msm(let message) where message.header.constellation == .glonass:
      guard message.header.kind == 5 || message.header.kind == 7 else { return }
      for satellite in message.satellites {
        if let channel = satellite.glonassFrequencyChannel { self[slot: satellite.id] = channel }
      }
    default: break
    }
  }
}
