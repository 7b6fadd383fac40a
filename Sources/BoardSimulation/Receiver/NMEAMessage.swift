internal import SensorDrivers

/// A standard NMEA sentence of a navigation epoch, sent at a rate.
struct NMEAMessage: Sendable {
  /// The sentence's ID in class 0xF0 of configuration messages.
  let id: UInt8
  /// The configuration item with the sentence's rate on I2C, and the rate as delivered.
  let rate: UBXConfigurationKey
  let standardRate: UInt64
  /// Returns the sentence, or several.
  let bytes: @Sendable (NMEAOutput) -> [UInt8]

  private init(
    _ id: UInt8, _ rate: UInt32, standard: UInt64 = 0,
    _ bytes: @escaping @Sendable (NMEAOutput) -> [UInt8]
  ) {
    self.id = id
    self.rate = UBXConfigurationKey(rawValue: rate)
    standardRate = standard
    self.bytes = bytes
  }

  /// All sentences, in the order in which they are sent at an epoch.
  ///
  /// Source: ZED-F9P interface description UBX-18010854, CFG-MSGOUT-NMEA_ID.
  static let all: [NMEAMessage] = [
    NMEAMessage(0x04, 0x2091_00AB, standard: 1) { $0.rmc() },
    NMEAMessage(0x05, 0x2091_00B0, standard: 1) { $0.vtg() },
    NMEAMessage(0x00, 0x2091_00BA, standard: 1) { $0.gga() },
    NMEAMessage(0x02, 0x2091_00BF, standard: 1) { $0.gsa() },
    NMEAMessage(0x03, 0x2091_00C4, standard: 1) { $0.gsv() },
    NMEAMessage(0x01, 0x2091_00C9, standard: 1) { $0.gll() },
    NMEAMessage(0x07, 0x2091_00D3) { $0.gst() },
    NMEAMessage(0x08, 0x2091_00D8) { $0.zda() },
    NMEAMessage(0x09, 0x2091_00DD) { $0.gbs() },
  ]
}
