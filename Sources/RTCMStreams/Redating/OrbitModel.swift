/// The resolution and validity of a system's orbits and clocks.
struct OrbitModel: Hashable, Sendable {
  /// The resolution of toe and toc, seconds.
  var timeStep: Int
  /// The resolution of af0, seconds.
  var clockOffsetStep: Double
  /// The distance from toe at which receivers still use an orbit, milliseconds.
  var validity: Int
  /// Whether receivers use the orbit with the last toe before an epoch, rather than the nearest toe.
  var isForwardOnly = false

  /// The model of GPS, QZSS and NavIC.
  ///
  /// Source: IS-GPS-200 §20.3.3.4.3; IS-QZSS-PNT §5; ISRO-IRNSS-ICD-SPS-1.1 §A.
  static let gps = OrbitModel(
    timeStep: 16, clockOffsetStep: 0x1p-31, validity: 7_200_000)
  /// The model of Galileo.
  ///
  /// Source: Galileo OS SIS ICD 2.1, §5.1.
  static let galileo = OrbitModel(
    timeStep: 60, clockOffsetStep: 0x1p-34, validity: 14_400_000, isForwardOnly: true)
  /// The model of BeiDou.
  ///
  /// Source: BDS-SIS-ICD-2.1, §5.2.4.
  static let beidou = OrbitModel(
    timeStep: 8, clockOffsetStep: 0x1p-33, validity: 21_600_000)
}
