internal import BoardSimulation
internal import TextOutput

/// The satellites above a board at a board time.
struct SkyReport: Hashable, Sendable {
  var time: Duration
  var satellites: [SkySatellite]

  /// Writes the satellites as the member `satellites`.
  func write(to json: inout JSONWriter) {
    json.array("satellites") { json in
      for satellite in satellites {
        json.object { json in
          json.member("satellite", satellite.name)
          json.member("azimuth", satellite.azimuth, decimals: 2)
          json.member("elevation", satellite.elevation, decimals: 2)
          json.member("cnr", satellite.carrierToNoise)
          json.member("used", satellite.isUsed)
          json.member("reported", satellite.isReported)
          json.member("true", satellite.isAbove)
        }
      }
    }
  }
}
