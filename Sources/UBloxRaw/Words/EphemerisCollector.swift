internal import RTCMParser

/// A collector that assembles ephemerides from the pieces that satellites send.
struct EphemerisCollector: Sendable {
  /// The latest pieces of each satellite's ephemeris.
  private var pieces: [Satellite: [NavigationPiece?]] = [:]
  /// The last ephemeris of each satellite, to detect repetitions.
  private var last: [Satellite: BroadcastEphemeris] = [:]

  private struct Satellite: Hashable {
    var gnssID, satelliteID: UInt8
  }

  /// Adds the next piece.
  ///
  /// - Returns: The completed ephemeris, when it differs from the satellite's last one.
  mutating func take(_ message: RxmSFRBX) -> BroadcastEphemeris? {
    let signal = message.signal
    guard signal.satelliteNumber != nil, let count = NavigationPiece.count(of: signal),
      let piece = NavigationPiece(message)
    else { return nil }
    let satellite = Satellite(gnssID: signal.gnssID, satelliteID: signal.satelliteID)
    var known = pieces[satellite] ?? [NavigationPiece?](repeating: nil, count: count)
    known[piece.number - 1] = piece
    pieces[satellite] = known
    let all = known.compactMap { $0 }
    guard all.count == count, Set(all.compactMap { $0.issue }).count == 1,
      let ephemeris = Self.ephemeris(of: message, in: all)
    else { return nil }
    let isNews = last[satellite].map { !ephemeris.isSame(as: $0) } ?? true
    last[satellite] = ephemeris
    return isNews ? ephemeris : nil
  }

  /// Returns the ephemeris made from all pieces of a satellite; `nil` when the pieces make none.
  private static func ephemeris(
    of message: RxmSFRBX, in pieces: [NavigationPiece]
  ) -> BroadcastEphemeris? {
    guard let blank = BroadcastEphemeris(of: message), var bits = try? blank.bits else {
      return nil
    }
    for piece in pieces { bits.read(piece.parts(of: message.signal), in: piece.data.span) }
    guard let read = try? RTCMMessage(decoding: bits.payload.span),
      let ephemeris = BroadcastEphemeris(read),
      // A GLONASS string contains the satellite's own number.
      ephemeris.satelliteNumber == blank.satelliteNumber
    else { return nil }
    return ephemeris
  }
}

extension BroadcastEphemeris {
  /// Creates an empty ephemeris of the satellite that sent a piece.
  fileprivate init?(of message: RxmSFRBX) {
    guard let constellation = message.signal.constellation,
      let number = message.signal.satelliteNumber
    else { return nil }
    let id = UInt8(clamping: number)
    switch constellation {
    case .gps: self = .gps(GPSEphemeris(satelliteID: id))
    case .qzss: self = .qzss(QZSSEphemeris(satelliteID: id))
    case .galileo: self = .galileo(GalileoEphemeris(.inav(), satelliteID: id))
    case .beidou: self = .beidou(BeiDouEphemeris(satelliteID: id))
    case .glonass:
      guard message.frequencyIndicator <= RawMeasurement.greatestFrequencyIndicator else {
        return nil
      }
      var ephemeris = GLONASSEphemeris(satelliteID: id)
      ephemeris.frequencyChannelIndicator = message.frequencyIndicator
      self = .glonass(ephemeris)
    case .sbas, .navic: return nil
    }
  }

  /// Whether the ephemeris is the same as another one.
  ///
  /// For GLONASS, the time of the frame and P3 are ignored: each frame has its own time, and P3 is the
  /// number of satellites in the frame's almanac.
  fileprivate func isSame(as other: BroadcastEphemeris) -> Bool {
    guard case .glonass(var frame) = self, case .glonass(let before) = other else {
      return self == other
    }
    (frame.frameTimeField, frame.p3) = (before.frameTimeField, before.p3)
    return frame == before
  }
}
