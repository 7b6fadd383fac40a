internal import SensorDrivers

/// The payload of the message about the receiver's radio front end.
extension NavigationSolution {
  /// Returns the payload of MON-RF: 4 bytes, and 24 for each band, L1 and L2.
  ///
  /// A model: the front end has a usual noise and gain, and other ones beside a jammer. The state of jamming is told once
  /// CFG-ITFM-ENABLE is on.
  func monRF(_ configuration: ReceiverConfiguration) -> [UInt8] {
    var payload = UBXPayloadWriter()
    payload.field(UInt8(0))  // version
    payload.field(UInt8(2))
    payload.reserved(2)
    let watches = configuration.isOn(.interferenceMonitor)
    for block in 0..<2 {
      payload.field(UInt8(block))
      payload.field(UInt8(watches ? isJammed ? 3 : 1 : 0))  // unknown, fine, critical
      payload.field(UInt8(2))  // the antenna is fine
      payload.field(UInt8(1))  // and has power
      payload.field(UInt32(0))  // the self-test has found nothing
      payload.reserved(4)
      payload.field(UInt16(isJammed ? 160 : 85))  // noise per millisecond
      payload.field(UInt16(isJammed ? 1_200 : 4_700))  // gain, of 8,191
      payload.field(UInt8(isJammed ? 210 : 12))  // continuous wave, of 255
      payload.reserved(4)  // offsets and magnitudes of I and Q
      payload.reserved(3)
    }
    return payload.bytes
  }
}
