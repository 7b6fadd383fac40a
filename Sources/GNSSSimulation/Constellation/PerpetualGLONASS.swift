internal import GNSSBasics
internal import Mathematics
internal import RTCMParser
internal import SatelliteOrbits

/// A GLONASS satellite without an end, and its broadcasts of every half hour.
///
/// Position and velocity are rounded to the steps of message 1020, half a metre and a millimetre a
/// second. The orbit therefore jumps by as much from one half hour to the next, as real broadcasts do.
struct PerpetualGLONASS: Hashable, Sendable {
  /// The satellite's identity, with its slot as the number.
  let satellite: SatelliteID
  /// The satellite's frequency channel, `-7...6`.
  let channel: Int
  private let orbit: FrozenOrbit
  /// The time of a northward crossing of the equator.
  private let crossing: GPSTime
  /// The longitude of that crossing, radians.
  private let longitude: Double
  /// The clock offset at the crossing, seconds, and the clock drift, s/s.
  private let clockOffset, clockDrift: Double

  /// Creates the satellite of a table's row.
  init(_ row: GLONASSRow, orbit: FrozenOrbit) {
    let (plane, place) = (row.slot - 1).quotientAndRemainder(dividingBy: 8)
    let behind = Double(45 * place + 15 * plane) / 360 * orbit.period
    satellite = SatelliteID(.glonass, row.slot)
    channel = row.channel
    self.orbit = orbit
    crossing = GPSTime(week: 2400, secondsOfWeek: 0).advanced(
      byNanoseconds: -Int64((behind * 1e9).rounded()))
    // The Earth rotates while the satellite goes from the plane's node to its place.
    longitude = Double(120 * plane + 40) * .pi / 180 - orbit.shift * behind / orbit.period
    clockOffset = Double(row.clockOffset) * 1e-6
    clockDrift = Double(row.clockDrift) * 0x1p-40
  }

  /// Creates a satellite that continues from an ephemeris, on a nearly circular orbit of the same radius.
  init(_ ephemeris: GLONASSEphemeris, near reference: GPSTime) {
    satellite = SatelliteID(.glonass, Int(ephemeris.satelliteID))
    channel = ephemeris.frequencyChannel
    let time = ephemeris.referenceTime(near: reference) ?? reference
    var motion = Motion(
      position: SIMD3(ephemeris.positionX, ephemeris.positionY, ephemeris.positionZ) * 1000,
      velocity: SIMD3(ephemeris.velocityX, ephemeris.velocityY, ephemeris.velocityZ) * 1000)
    // The motion is integrated back to the last northward crossing of the equator.
    var elapsed = 0.0
    var isNorth = motion.position.z >= 0
    for _ in 0..<800 {
      let before = motion.after(-60)
      elapsed += 60
      motion = before
      if isNorth && before.position.z < 0 { break }
      isNorth = before.position.z >= 0
    }
    for _ in 0..<5 {
      let rest = -motion.position.z / motion.velocity.z
      motion = motion.after(rest)
      elapsed -= rest
    }
    crossing = time.advanced(byNanoseconds: -Int64((elapsed * 1e9).rounded()))
    longitude = Math.arcTangent(y: motion.position.y, x: motion.position.x)
    let inertial =
      motion.velocity + Motion.earthRotationRate * SIMD3(-motion.position.y, motion.position.x, 0)
    orbit = FrozenOrbit(
      radius: motion.position.length,
      inclination: Math.arcSine(min(inertial.z / inertial.length, 1)))
    (clockOffset, clockDrift) = (-ephemeris.clockOffset, 0)
  }

  /// Returns the half hour of UTC of an instant, counted since 1980.
  static func slot(of time: GPSTime) -> Int {
    let seconds = time.nanoseconds / 1_000_000_000 - Int64(time.leapSeconds)
    return Int(seconds.dividedRoundingDown(by: Int64(secondsPerSlot)).quotient)
  }

  /// Returns the beginning of a half hour.
  static func beginning(ofSlot slot: Int) -> GPSTime {
    GPSTime(utcSecondsSince1980: Int64(slot * secondsPerSlot))
  }

  private static var secondsPerSlot: Int { 1800 }
}

extension PerpetualGLONASS {
  /// Returns the broadcast of a half hour since 1980, for the middle of the half hour.
  func ephemeris(slot: Int) -> GLONASSEphemeris {
    let begin = slot * Self.secondsPerSlot
    let middle = begin + Self.secondsPerSlot / 2
    let elapsed = GPSTime(utcSecondsSince1980: Int64(middle)).seconds(since: crossing)
    var ephemeris = GLONASSEphemeris(satelliteID: UInt8(satellite.number))
    ephemeris.frequencyChannelIndicator = UInt8(channel + 7)
    ephemeris.setTimes(utcSecondsSince1980: middle, sent: begin)
    ephemeris.set(orbit.motion(after: elapsed, crossingAt: longitude))
    let offset = clockOffset + clockDrift * Self.triangle(elapsed)
    ephemeris.clockOffset = -(offset * 0x1p30).rounded() * 0x1p-30
    ephemeris.frequencyDeviation = clockDrift * Self.direction(elapsed)
    return ephemeris
  }

  /// Returns the effective drift time of a clock, seconds.
  ///
  /// The drift reverses every sixteen weeks, so that no clock offset grows without bound.
  private static func triangle(_ seconds: Double) -> Double {
    let phase = seconds - (seconds / (2 * turn)).rounded(.down) * 2 * turn
    return phase < turn ? phase : 2 * turn - phase
  }

  private static func direction(_ seconds: Double) -> Double {
    seconds - (seconds / (2 * turn)).rounded(.down) * 2 * turn < turn ? 1 : -1
  }

  /// The time after which the drift reverses: sixteen weeks, seconds.
  private static var turn: Double { 16 * Double(GPSTime.secondsPerWeek) }
}

extension GLONASSEphemeris {
  /// Sets the motion, rounded to the steps of DF111 to DF118.
  fileprivate mutating func set(_ motion: Motion) {
    func kilometres(_ metres: Double) -> Double { (metres / 1000 * 0x1p11).rounded() * 0x1p-11 }
    func speed(_ metres: Double) -> Double { (metres / 1000 * 0x1p20).rounded() * 0x1p-20 }
    positionX = kilometres(motion.position.x)
    positionY = kilometres(motion.position.y)
    positionZ = kilometres(motion.position.z)
    velocityX = speed(motion.velocity.x)
    velocityY = speed(motion.velocity.y)
    velocityZ = speed(motion.velocity.z)
  }

  /// Sets the times of the orbit and of the frame, in Moscow time.
  fileprivate mutating func setTimes(utcSecondsSince1980 middle: Int, sent: Int) {
    let (days, second) = (middle + 10_800).dividedRoundingDown(by: 86_400)
    let halfMinutes = (sent + 10_800).modulo(86_400) / 30
    referenceTime = Double(second)
    frameTimeField = UInt16((halfMinutes / 120) << 7 | halfMinutes % 120)
    // Four-year intervals count from 1996, which began 5839 days after GPS time.
    let (years, day) = (days - 5839).dividedRoundingDown(by: 1461)
    self.day = UInt16(day + 1)
    (hasAdditionalData, almanacDay) = (true, self.day)
    fourYearInterval = UInt8((years + 1).modulo(32))
    (p1, p2) = (1, true)  // every 30 min, at odd quarters of an hour
    (hasAlmanacHealth, isAlmanacHealthy) = (true, true)
    satelliteKind = 1  // GLONASS-M
    accuracyIndex = 2
  }
}
