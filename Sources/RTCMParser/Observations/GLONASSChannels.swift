/// The frequency channels of GLONASS satellites, as far as messages have told them.
package struct GLONASSChannels: Sendable {
  /// By ID, `0...64`.
  private var channels = [Int8?](repeating: nil, count: 65)

  /// The channels that were given from the start, by ID; empty where none was.
  private var given: [Int8?] = []

  /// Creates channels of which none is known.
  package init() {}

  /// Takes a channel for known until a message tells another one.
  package mutating func assume(_ channel: Int, of id: UInt8) {
    set(channel, of: id)
    given = channels
  }

  /// The satellites, by ID, whose channels messages told otherwise than they were assumed.
  package var contradicted: [UInt8] {
    given.indices.compactMap { given[$0] == nil || given[$0] == channels[$0] ? nil : UInt8($0) }
  }

  /// The channels that there are.
  package static var range: ClosedRange<Int> { -7...13 }

  /// The channel of a satellite, `-7...13`, by its ID, `1...64`; `nil` when it is not known.
  package subscript(id: UInt8) -> Int? {
    id < channels.count ? channels[Int(id)].map { Int($0) } : nil
  }

  /// Learns from DF419 of MSM5 and MSM7.
  package mutating func learn(from message: MSMMessage) {
    guard message.header.type.tellsGLONASSChannels else { return }
    for satellite in message.satellites {
      if let channel = satellite.glonassFrequencyChannel { set(channel, of: satellite.id) }
    }
  }

  /// Learns from DF040 of 1009…1012.
  package mutating func learn(from message: LegacyObservations) {
    guard message.type.constellation == .glonass else { return }
    for satellite in message.satellites { set(satellite.glonassFrequencyChannel, of: satellite.id) }
  }

  /// Learns from DF040 of 1020.
  package mutating func learn(from message: GLONASSEphemeris) {
    set(message.frequencyChannel, of: message.satelliteID)
  }

  /// Learns from a payload of 1020 or 1009…1012.
  package mutating func learn(from payload: Span<UInt8>) {
    switch RTCMFrame.messageType(ofPayload: payload) {
    case 1020:
      if let message = try? GLONASSEphemeris(decoding: payload) { learn(from: message) }
    case 1009, 1010, 1011, 1012:
      if let message = try? LegacyObservations(decoding: payload) { learn(from: message) }
    default: break
    }
  }

  private mutating func set(_ channel: Int, of id: UInt8) {
    if id < channels.count, Self.range.contains(channel) { channels[Int(id)] = Int8(channel) }
  }
}
