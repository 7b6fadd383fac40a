/// Fields of message 1043, a draft that gives them no numbers, in its order.
///
/// They are those of message type 9 of SBAS, RTCA DO-229, with its scales.
extension DataField {
  static var sbasSatelliteID: Self { .init(0, "satellite_id", .unsigned, 6) }
  static var sbasIODN: Self { .init(0, "iodn", .unsigned, 8) }
  static var sbasT0: Self { .init(0, "t0", .unsigned, 13, stepsPerUnit: 0x1p-4, .seconds) }
  static var sbasURAIndex: Self { .init(0, "ura_index", .unsigned, 4) }
  static var sbasXPosition: Self {
    .init(0, "x_position", .signed, 30, stepsPerUnit: 12.5, .metres)
  }
  static var sbasYPosition: Self {
    .init(0, "y_position", .signed, 30, stepsPerUnit: 12.5, .metres)
  }
  static var sbasZPosition: Self { .init(0, "z_position", .signed, 25, stepsPerUnit: 2.5, .metres) }
  static var sbasXVelocity: Self {
    .init(0, "x_velocity", .signed, 17, stepsPerUnit: 1600, .metresPerSecond)
  }
  static var sbasYVelocity: Self {
    .init(0, "y_velocity", .signed, 17, stepsPerUnit: 1600, .metresPerSecond)
  }
  static var sbasZVelocity: Self {
    .init(0, "z_velocity", .signed, 18, stepsPerUnit: 250, .metresPerSecond)
  }
  static var sbasXAcceleration: Self {
    .init(0, "x_acceleration", .signed, 10, stepsPerUnit: 80_000, .metresPerSecondSquared)
  }
  static var sbasYAcceleration: Self {
    .init(0, "y_acceleration", .signed, 10, stepsPerUnit: 80_000, .metresPerSecondSquared)
  }
  static var sbasZAcceleration: Self {
    .init(0, "z_acceleration", .signed, 10, stepsPerUnit: 16_000, .metresPerSecondSquared)
  }
  static var sbasAGf0: Self { .init(0, "agf0", .signed, 12, stepsPerUnit: 0x1p31, .seconds) }
  static var sbasAGf1: Self {
    .init(0, "agf1", .signed, 8, stepsPerUnit: 0x1p40, .secondsPerSecond)
  }
}
