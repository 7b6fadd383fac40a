extension RTCMFrame {
  /// Returns a frame with its observation epoch moved in time and its CRC recomputed.
  ///
  /// The epoch of messages 1001–1004, 1009–1012 and of every MSM is moved; week and GLONASS day wrap.
  ///
  /// - Parameters:
  ///   - frame: One whole frame, from 0xD3 to the CRC; the CRC is not checked.
  ///   - shift: The shift in milliseconds; a negative shift moves the epoch back.
  /// - Returns: The new frame; `nil` when the bytes are no frame of a type with an observation epoch.
  public static func redated(_ frame: Span<UInt8>, byMilliseconds shift: Int) -> [UInt8]? {
    guard let payload = payload(of: frame), let field = EpochField(in: payload) else { return nil }
    let epoch = field.epoch.advanced(byMilliseconds: shift)
    var redated: [UInt8] = []
    redated.reserveCapacity(frame.count)
    redated.append(contentsOf: frame.extracting(droppingLast: checkLength))
    field.write(epoch, to: &redated, at: headerLength * 8)
    appendCheck(to: &redated)
    return redated
  }
}
