internal import Mathematics

extension KlobucharParameters {
  /// Returns the delay of a code at L1 that a receiver computes from the parameters.
  ///
  /// - Parameters:
  ///   - place: The receiver's position.
  ///   - azimuth: The satellite's azimuth, radians from north over east.
  ///   - elevation: The satellite's elevation, radians.
  ///   - time: The time of reception.
  /// - Returns: The delay, metres.
  ///
  /// Source: IS-GPS-200, 20.3.3.5.2.5.
  package func delay(
    at place: GeodeticPosition, azimuth: Double, elevation: Double, time: GPSTime
  ) -> Double {
    let elevation = elevation / .pi
    let angle = 0.0137 / (elevation + 0.11) - 0.022
    let latitude = min(max(place.latitude / 180 + angle * Math.cosine(azimuth), -0.416), 0.416)
    let longitude =
      place.longitude / 180 + angle * Math.sine(azimuth) / Math.cosine(latitude * .pi)
    let geomagnetic = latitude + 0.064 * Math.cosine((longitude - 1.617) * .pi)
    let ofDay = Double(time.nanoseconds.modulo(.nanosecondsPerDay)) * 1e-9
    let local = (43_200 * longitude + ofDay).truncatingRemainder(dividingBy: 86_400)
    let localTime = local < 0 ? local + 86_400 : local
    let slant = 1 + 16 * (0.53 - elevation) * (0.53 - elevation) * (0.53 - elevation)
    let phase = 2 * .pi * (localTime - 50_400) / max(period(geomagnetic), 72_000)
    let day =
      phase.magnitude < 1.57
      ? max(amplitude(geomagnetic), 0)
        * (1 - phase * phase / 2 + phase * phase * phase * phase / 24)
      : 0
    return WGS84.speedOfLight * slant * (5e-9 + day)
  }
}
