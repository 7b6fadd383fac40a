extension RTCMFrame {
  /// A frame with its observations moved in time, and its CRC made anew.
  ///
  /// Moves the epoch of messages 1001–1004, 1009–1012 and of every MSM; week and GLONASS day wrap.
  ///
  /// - Parameters:
  ///   - frame: One whole frame, from 0xD3 to the CRC, which is not checked.
  ///   - shift: Milliseconds by which it is to be later, or earlier when negative.
  /// - Returns: The new frame, or `nil` when this is no frame of a type with an observation epoch.
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
