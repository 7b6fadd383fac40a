/// The constants that a GPS user computes with beside `OrbitConstants.gps`; not quite those of WGS 84.
///
/// Source: IS-GPS-200, 20.3.3.3.3.1, 20.3.3.3.3.2, 20.3.3.4.3 and table 20-IV.
enum GPSConstants {
  /// Earth's rotation rate, rad/s.
  static let earthRotationRate = 7.2921151467e-5
  /// The ratio of a circle's circumference to its diameter, as the control segment has it.
  static let pi = 3.1415926535898
  /// Speed of light, m/s.
  static let speedOfLight = 299_792_458.0
  /// γ, the squared ratio of the L1 and L2 frequencies.
  static let gamma = (77.0 / 60) * (77.0 / 60)
  /// The L1 carrier, Hz (3.3.1.1).
  static let l1Frequency = 1_575.42e6
  /// The L2 carrier, Hz (3.3.1.1).
  static let l2Frequency = 1_227.60e6
}
