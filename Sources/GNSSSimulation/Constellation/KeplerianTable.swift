internal import GNSSBasics

/// The satellites of a constellation on one kind of orbit.
struct KeplerianTable {
  var constellation: Constellation
  /// The revolutions from node to node during one rotation of the Earth below the satellite.
  var turns: Double
  var planes: [PlaneRow]
  var satellites: [SatelliteRow]
}

/// A satellite's orbital elements and clock, before rounding to the broadcast's resolutions.
struct SatelliteRow {
  var number: Int
  /// The index of the plane in the table's planes.
  var plane: Int
  /// The argument of latitude at the reference week, degrees.
  var argumentOfLatitude: Int
  /// The eccentricity, 10⁻⁴.
  var eccentricity: Int
  /// The argument of perigee, degrees.
  var argumentOfPerigee: Int
  /// The clock offset at the reference week, microseconds.
  var clockOffset: Int
  /// The clock drift, in units of 2⁻³⁶ s/s.
  var clockDrift: Int
  /// The group delay, 2⁻³¹ s.
  var groupDelay: Int

  init(
    _ number: Int, _ plane: Int, _ argumentOfLatitude: Int, _ eccentricity: Int,
    _ argumentOfPerigee: Int, _ clockOffset: Int, _ clockDrift: Int, _ groupDelay: Int
  ) {
    self.number = number
    self.plane = plane
    self.argumentOfLatitude = argumentOfLatitude
    self.eccentricity = eccentricity
    self.argumentOfPerigee = argumentOfPerigee
    self.clockOffset = clockOffset
    self.clockDrift = clockDrift
    self.groupDelay = groupDelay
  }
}

/// The common elements of the satellites of one orbital plane.
struct PlaneRow {
  /// Longitude of the ascending node at the reference week, degrees.
  var node: Int
  /// Rate of the node's right ascension, in units of 2⁻³⁶ semicircles/s.
  var nodeRate: Int
  /// Inclination at the reference week, hundredths of a degree.
  var inclination: Int
  /// Rate of inclination, in units of 2⁻³⁶ semicircles/s.
  var inclinationRate: Int
  /// The mean motion difference to approximate, 2⁻⁴³ semicircles/s.
  var meanMotionDifference: Int
  var harmonics: HarmonicCorrections
}
