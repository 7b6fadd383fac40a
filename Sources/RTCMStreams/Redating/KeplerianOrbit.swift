internal import Mathematics

/// An orbit in Keplerian elements that can be moved to another time.
protocol KeplerianOrbit: KeplerianEphemeris {
  static var model: OrbitModel { get }

  /// Changes the issue of data by `count`, by which receivers recognise new data.
  mutating func turnIssue(by count: Int)
}

/// The change that moves an orbit to another time.
struct OrbitMove: Hashable, Sendable {
  /// The time by which the satellite reaches each place later, seconds.
  var seconds: Int
  /// The additional shift of toe, seconds: the same orbit, stated for another reference time.
  var restatement = 0
  /// The change of the issue of data; 0 leaves it unchanged.
  var issue = 0
}

extension KeplerianOrbit {
  /// Returns the same path over the ground and the same clock, at a later time.
  ///
  /// The longitude of the node counts from the beginning of the week, so it follows the Earth's rotation
  /// from one time of week to the other. It rounds to 2⁻³¹ semicircles, up to 5 mm in a range. A
  /// restatement moves the elements along the orbit, and rounds M0 and i0 to the same step.
  ///
  /// - Parameters:
  ///   - move: The shift, in multiples of the model's steps.
  ///   - reference: The approximate time at which this orbit was sent.
  /// - Returns: The orbit and clock of the later time; `nil` where toe is an impossible time.
  func moved(_ move: OrbitMove, sent reference: GPSTime) -> Self? {
    guard let toe = referenceTime(near: reference) else { return nil }
    var moved = self
    let restatement = Double(move.restatement)
    let later = toe.advanced(seconds: move.seconds + move.restatement)
    (moved.week, moved.referenceTime) = Self.weekNumbering.fields(of: later)
    let turned = moved.referenceTime - referenceTime - restatement
    moved.ascendingNode = semicircles(
      ascendingNode + ascensionRate * restatement
        + Self.orbitConstants.earthRotationRate * turned / GPSEphemeris.pi)
    moved.meanAnomaly = semicircles(meanAnomaly + meanMotion * restatement / GPSEphemeris.pi)
    moved.inclination = semicircles(inclination + inclinationRate * restatement)
    let toc = toe.nearest(
      millisecondsOfWeek: toe.millisecondsOfWeek
        + Int((clockReferenceTime - referenceTime) * 1000))
    moved.moveClock(to: toc.advanced(seconds: move.seconds))
    if move.issue > 0 { moved.turnIssue(by: move.issue) }
    return moved
  }

  /// The mean motion n, rad/s; 0 for an orbit inside the Earth.
  private var meanMotion: Double {
    let rootA = squareRootOfSemiMajorAxis
    guard rootA > 1000 else { return 0 }
    return Self.orbitConstants.gravitationalParameter.squareRoot() / (rootA * rootA * rootA)
      + meanMotionDifference * GPSEphemeris.pi
  }

  /// Sets toc, in the week of toe.
  ///
  /// toe and toc share one week number, so across a week rollover toc is moved into the week of toe. The
  /// number of steps is the one after which af0 is nearest to a multiple of its resolution.
  private mutating func moveClock(to toc: GPSTime) {
    let fields = Self.weekNumbering.fields(of: toc)
    clockReferenceTime = fields.seconds
    guard fields.week != week else { return }
    let isLater = fields.seconds < referenceTime
    let model = Self.model
    let border = isLater ? -fields.seconds : Double(GPSTime.secondsPerWeek) - fields.seconds
    // The first step within the week of toe.
    let nearest = Int(border) / model.timeStep + (isLater ? -1 : 0)
    var best = (error: Double.infinity, step: nearest)
    for count in 0..<Self.clockCandidates {
      let step = nearest + (isLater ? -count : count)
      let offset = clockChange(after: Double(step * model.timeStep)) / model.clockOffsetStep
      let error = (offset - offset.rounded()).magnitude
      if error < best.error { best = (error, step) }
    }
    let time = Double(best.step * model.timeStep)
    af0 += clockChange(after: time)
    af1 += 2 * af2 * time
    let week = Double(GPSTime.secondsPerWeek)
    clockReferenceTime += time + (isLater ? week : -week)
  }

  private func clockChange(after time: Double) -> Double { (af1 + af2 * time) * time }

  /// The number of steps to try: af1 has at most 256 times the resolution that matters here.
  private static var clockCandidates: Int { 257 }
}

extension WeekNumbering {
  /// Returns the week number and the seconds of the week of an instant.
  func fields(of time: GPSTime) -> (week: UInt16, seconds: Double) {
    let own = time.advanced(seconds: -timeScale.secondsBehindGPSTime(leapSeconds: 0))
    return (
      UInt16((own.week - firstWeek).modulo(modulus)), Double(own.millisecondsOfWeek) / 1000
    )
  }
}

extension GPSTime {
  func advanced(seconds: Int) -> GPSTime {
    advanced(byNanoseconds: Int64(seconds).times(1_000_000_000))
  }

  func advanced(milliseconds: Int) -> GPSTime {
    advanced(byNanoseconds: Int64(milliseconds).times(1_000_000))
  }
}

extension Int64 {
  /// Returns the product, saturated at the limits of `Int64`.
  fileprivate func times(_ factor: Int64) -> Int64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: factor)
    return isTooLarge ? (self < 0 ? .min : .max) : product
  }
}

/// Returns an angle rounded to the resolution of the wire, 2⁻³¹ semicircles, wrapped to within ±1.
private func semicircles(_ angle: Double) -> Double {
  let turn = Int64(1) << 32
  let steps = Int64((angle * 0x1p31).rounded()).modulo(turn)
  return Double(steps >= turn / 2 ? steps - turn : steps) * 0x1p-31
}

// MARK: The systems

extension GPSEphemeris: KeplerianOrbit {
  static var model: OrbitModel { .gps }

  mutating func turnIssue(by count: Int) {
    iode = iode.turned(by: count)
    iodc = iodc & 0x300 | UInt16(iode)
  }
}

extension QZSSEphemeris: KeplerianOrbit {
  static var model: OrbitModel { .gps }

  mutating func turnIssue(by count: Int) {
    iode = iode.turned(by: count)
    iodc = iodc & 0x300 | UInt16(iode)
  }
}

extension NavICEphemeris: KeplerianOrbit {
  static var model: OrbitModel { .gps }

  mutating func turnIssue(by count: Int) { iodec = iodec.turned(by: count) }
}

extension GalileoEphemeris: KeplerianOrbit {
  static var model: OrbitModel { .galileo }

  mutating func turnIssue(by count: Int) { iodNav = iodNav.turned(by: count) }
}

extension BeiDouEphemeris: KeplerianOrbit {
  static var model: OrbitModel { .beidou }

  /// Does nothing: AODE and AODC are ages, and the changed toe marks new data anyway.
  mutating func turnIssue(by count: Int) {}
}

extension UInt8 {
  /// Returns another issue of data in the same range: below 240 for a curve fit of four hours, from 240 for
  /// a longer one.
  ///
  /// Source: IS-GPS-200 §20.3.4.4.
  fileprivate func turned(by count: Int) -> UInt8 {
    let turned = Int(self) + count
    return UInt8(self < 240 ? turned.modulo(240) : 240 + turned.modulo(16))
  }
}

extension UInt16 {
  /// Returns another IODnav in the lower seven bits; satellites do not use the upper bits.
  fileprivate func turned(by count: Int) -> UInt16 {
    self & ~127 | UInt16((Int(self) + count).modulo(128))
  }
}
