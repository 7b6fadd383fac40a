/// The constants of GPS user algorithms beside `OrbitConstants.gps`, which differ slightly from WGS 84.
///
/// Source: IS-GPS-200, 20.3.3.3.3.1, 20.3.3.3.3.2, 20.3.3.4.3 and table 20-IV.
@usableFromInline package enum GPSConstants {
  /// The Earth's rotation rate, rad/s.
  @inlinable package static var earthRotationRate: Double { 7.2921151467e-5 }
  /// π with the digits that the control segment uses.
  @inlinable package static var pi: Double { 3.1415926535898 }
  /// The speed of light, m/s.
  @inlinable package static var speedOfLight: Double { 299_792_458.0 }
  /// γ, the squared ratio of the L1 and L2 frequencies.
  @inlinable package static var gamma: Double { (77.0 / 60) * (77.0 / 60) }
  /// The L1 carrier frequency, Hz (3.3.1.1).
  @inlinable package static var l1Frequency: Double { 1_575.42e6 }
}
