/// The frequency channels of GLONASS satellites, as far as messages have told them.
struct GLONASSChannels: Sendable {
  /// By ID, `0...64`.
  private var channels = [Int8?](repeating: nil, count: 65)

  /// The channel of a satellite, `-7...13`, by its ID, `1...64`; `nil` when it is not known.
  subscript(id: UInt8) -> Int? { channels[Int(id)].map { Int($0) } }

  /// Learns from DF419 of MSM5 and MSM7.
  mutating func learn(from message: MSMMessage) {
    let type = message.header.type
    guard type.constellation == .glonass, type.field(.extendedInformation) != nil else { return }
    for satellite in message.satellites {
      if let channel = satellite.glonassFrequencyChannel { set(channel, of: satellite.id) }
    }
  }

  /// Learns from DF040 of 1020 and 1009…1012.
  mutating func learn(from payload: Span<UInt8>) {
    switch RTCMFrame.messageType(ofPayload: payload) {
    case 1020: learn(fromEphemeris: payload)
    case 1009, 1010, 1011, 1012:
      guard let message = try? LegacyObservations(decoding: payload) else { return }
      for satellite in message.satellites {
        set(satellite.glonassFrequencyChannel, of: satellite.id)
      }
    default: break
    }
  }

  /// DF038 and DF040 stand right behind DF002.
  private mutating func learn(fromEphemeris payload: Span<UInt8>) {
    var cursor = BitCursor(position: DataField.df002.bitCount)
    guard let id = try? cursor.read(.df038, from: payload),
      let indicator = try? cursor.read(.df040, from: payload)
    else { return }
    set(Int(indicator) - 7, of: UInt8(id))
  }

  private mutating func set(_ channel: Int, of id: UInt8) {
    if (-7...13).contains(channel) { channels[Int(id)] = Int8(channel) }
  }
}
