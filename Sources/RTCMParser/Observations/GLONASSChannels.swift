/// The known frequency channels of GLONASS satellites, learnt from messages.
package struct GLONASSChannels: Sendable {
  /// The channels, indexed by satellite ID `0...64`; `nil` where the channel is unknown.
  private var channels = [Int8?](repeating: nil, count: 65)

  /// The channels assumed before any message, indexed by satellite ID; empty when none was assumed.
  private var given: [Int8?] = []

  /// Creates a collection in which no channel is known.
  package init() {}

  /// Sets a satellite's channel until a message gives another one.
  package mutating func assume(_ channel: Int, of id: UInt8) {
    set(channel, of: id)
    given = channels
  }

  /// The IDs of the satellites for which messages gave another channel than the assumed one.
  package var contradicted: [UInt8] {
    given.indices.compactMap { given[$0] == nil || given[$0] == channels[$0] ? nil : UInt8($0) }
  }

  /// The valid channel numbers.
  package static var range: ClosedRange<Int> { -7...13 }

  /// The channel of a satellite, `-7...13`, by its ID, `1...64`; `nil` when it is unknown.
  package subscript(id: UInt8) -> Int? {
    id < channels.count ? channels[Int(id)].map { Int($0) } : nil
  }

  /// Learns the channels in DF419 of MSM5 and MSM7.
  package mutating func learn(from message: MSMMessage) {
    guard message.header.type.tellsGLONASSChannels else { return }
    for satellite in message.satellites {
      if let channel = satellite.glonassFrequencyChannel { set(channel, of: satellite.id) }
    }
  }

  /// Learns the channels in DF419 of MSM5 and MSM7, in place.
  package mutating func learn(from view: borrowing MSMView) {
    guard view.header.type.tellsGLONASSChannels else { return }
    view.forEachSatellite { satellite in
      if let channel = satellite.glonassFrequencyChannel { set(channel, of: satellite.id) }
    }
  }

  /// Learns the channels in DF040 of messages 1009…1012.
  package mutating func learn(from message: LegacyObservations) {
    guard message.type.constellation == .glonass else { return }
    for satellite in message.satellites { set(satellite.glonassFrequencyChannel, of: satellite.id) }
  }

  /// Learns the channel in DF040 of message 1020.
  package mutating func learn(from message: GLONASSEphemeris) {
    set(message.frequencyChannel, of: message.satelliteID)
  }

  /// Learns the channels in a payload of message 1020 or 1009…1012; ignores any other payload.
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
