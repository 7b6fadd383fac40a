import RTCMParser

/// Frames that hold no more than an epoch, for captures written by hand.
package enum ObservationFrames {
  /// An MSM or legacy observation message with nothing after its header.
  package static func frame(_ type: UInt16, time: Int, isMoreToFollow: Bool = false) throws
    -> [UInt8]
  {
    var bits = Bits()
    bits.append(Int(type), count: 12)
    bits.append(1234, count: 12)
    switch type {
    case 1009...1012: bits.append(time, count: 27)
    case 1081...1087:
      bits.append(2, count: 3)
      bits.append(time, count: 27)
    default: bits.append(time, count: 30)
    }
    bits.append(isMoreToFollow ? 1 : 0, count: 1)
    bits.append(0, count: 9 * 8)
    return try RTCMFrame.encoding(payload: bits.bytes.span)
  }

  /// The payload of an MSM with these signals in its mask (DF395) and all else zero.
  package static func payload(_ type: UInt16, signals: [Int]) -> [UInt8] {
    var bits = Bits()
    bits.append(Int(type), count: 12)
    for _ in 12..<137 { bits.append(0, count: 1) }
    for signal in 1...32 { bits.append(signals.contains(signal) ? 1 : 0, count: 1) }
    return bits.bytes
  }

  /// A message that has no epoch.
  package static func station(_ type: UInt16 = 1033) throws -> [UInt8] {
    var bits = Bits()
    bits.append(Int(type), count: 12)
    bits.append(1234, count: 12)
    return try RTCMFrame.encoding(payload: bits.bytes.span)
  }
}

/// Bits in the order in which they go out, the last byte filled up with zeros.
private struct Bits {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func append(_ value: Int, count width: Int) {
    for shift in (0..<width).reversed() {
      if count % 8 == 0 { bytes.append(0) }
      bytes[count / 8] |= UInt8(value >> shift & 1) << UInt8(7 - count % 8)
      count += 1
    }
  }
}
