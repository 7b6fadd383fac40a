extension MSMMessage {
  /// Returns the message split by satellites into messages whose frames have at most `length` bytes.
  ///
  /// All parts have the header of the message, with the satellites in their order and bit for bit. Each part
  /// but the last has DF393 set, so that receivers join the parts to one epoch; the last part keeps the flag
  /// of the message. Each part has as many satellites as fit, so no other split by satellites in their order
  /// has fewer parts. Bits after the last field are omitted, because their meaning is unknown.
  ///
  /// Each part keeps the signal mask, DF395, of the whole message. Receivers such as RTKLIB choose by that
  /// mask which signal of a frequency they use. With masks of its own, a part without L2C would change that
  /// choice for its satellites.
  ///
  /// - Parameter length: The maximum length of a frame in bytes, header and CRC included.
  /// - Returns: The parts; `nil` when there is a satellite that does not fit, see ``shortestFrameLimit``, or
  ///   when there is none at all.
  public func split(toFramesOfAtMost length: Int) -> [MSMMessage]? {
    var parts: [MSMMessage] = []
    var (satellite, signal) = (0, 0)
    while satellite < satellites.count {
      let first = (satellite: satellite, signal: signal)
      while satellite < satellites.count {
        let end = endOfSignals(ofSatelliteAt: satellite, from: signal)
        let needed = header.frameLength(
          satelliteCount: satellite + 1 - first.satellite, cellCount: end - first.signal)
        if needed > length { break }
        (satellite, signal) = (satellite + 1, end)
      }
      if satellite == first.satellite { return nil }
      parts.append(
        keeping(
          satellites: Array(satellites[first.satellite..<satellite]),
          signals: Array(signals[first.signal..<signal]), signalMask: header.signalMask))
    }
    for index in parts.indices.dropLast() { parts[index].header.isMoreToFollow = true }
    return parts.isEmpty ? nil : parts
  }

  /// The smallest frame length, in bytes, to which the message can be split: that of its satellite with the
  /// most cells alone.
  public var shortestFrameLimit: Int {
    var (longest, signal) = (header.frameLength(satelliteCount: 0, cellCount: 0), 0)
    for satellite in satellites.indices {
      let end = endOfSignals(ofSatelliteAt: satellite, from: signal)
      longest = max(longest, header.frameLength(satelliteCount: 1, cellCount: end - signal))
      signal = end
    }
    return longest
  }

  /// Returns the index after the last cell of a satellite whose first cell would be at `start`.
  private func endOfSignals(ofSatelliteAt index: Int, from start: Int) -> Int {
    var end = start
    while end < signals.count && signals[end].satelliteID == satellites[index].id { end += 1 }
    return end
  }
}
