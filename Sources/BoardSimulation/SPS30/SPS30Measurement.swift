/// A set of an SPS30's values, in read order.
struct SPS30Measurement: Hashable, Sendable {
  /// The format of values, chosen at the start of a measurement.
  enum Format: UInt8, Hashable, Sendable {
    case float = 0x03
    case integer = 0x05
  }

  private let values: [Double]  // four masses, five numbers, the typical size in µm

  /// The values before the first sample: zeros.
  static let none = SPS30Measurement(values: [Double](repeating: 0, count: 10))
  /// The values at the upper ends of all ranges.
  static let saturated = SPS30Measurement(
    values: [Double](repeating: largestMass, count: 4)
      + [Double](repeating: largestNumber, count: 5) + [largestSize])

  private init(values: [Double]) { self.values = values }

  /// Creates the values for the air, limited to the part's ranges.
  ///
  /// - Parameters:
  ///   - air: The air as the part detects it.
  ///   - gain: The factor of all concentrations; a common factor keeps their order.
  ///   - sizeGain: The factor of the typical size.
  ///   - tolerance: The part's error.
  init(of air: ParticulateState, gain: Double, sizeGain: Double, tolerance: SPS30Tolerance) {
    let masses = [air.mass.pm1, air.mass.pm25, air.mass.pm4, air.mass.pm10]
    let numbers = [
      air.number.pm05, air.number.pm1, air.number.pm25, air.number.pm4, air.number.pm10,
    ]
    values =
      masses.map { (tolerance.mass($0) * gain).limited(to: 0...Self.largestMass) }
      + numbers.map { (tolerance.number($0) * gain).limited(to: 0...Self.largestNumber) }
      + [(air.typicalSize * sizeGain).limited(to: 0...Self.largestSize)]
  }

  private static let largestMass = 1000.0  // µg/m³
  private static let largestNumber = 3000.0  // particles per cm³
  private static let largestSize = 10.0  // µm

  /// Returns the values as words in a format; in the integer format the typical size is in nm.
  func words(in format: Format) -> [UInt16] {
    switch format {
    case .float:
      values.flatMap { SPS30Words.words(Float($0).bitPattern) }
    case .integer:
      values.dropLast().map { UInt16($0.rounded()) }
        + values.suffix(1).map { UInt16(($0 * 1000).rounded()) }
    }
  }
}
