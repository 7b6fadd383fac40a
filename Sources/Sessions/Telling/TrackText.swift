internal import TextOutput

/// Numbers of a track as text for readers.
package enum TrackText {
  /// Returns a time in seconds as `01:02:03.4`.
  package static func time(_ seconds: Double) -> String {
    let tenths = Int((min(max(seconds, 0), 1e12) * 10).rounded())
    return PlainText.clock(seconds: tenths / 10) + ".\(tenths % 10)"
  }

  /// Returns a distance in metres with one decimal.
  package static func metres(_ distance: Double) -> String { fixed(distance, decimals: 1) }

  /// Returns a speed in metres a second and kilometres an hour.
  package static func speed(_ speed: Double) -> String {
    "\(fixed(speed, decimals: 2)) m/s (\(fixed(speed * 3.6, decimals: 1)) km/h)"
  }

  /// Returns a number with its sign.
  package static func signed(_ number: Double, decimals: Int) -> String {
    let text = fixed(number, decimals: decimals)
    return text.hasPrefix("-") ? text : "+" + text
  }

  /// Returns the error of a distance as a percentage of the true one.
  package static func error(of distance: Double, from truth: Double) -> String {
    truth > 0 ? signed(100 * (distance - truth) / truth, decimals: 2) + " %" : "unknown"
  }

  /// Returns a number with a fixed number of decimals.
  package static func fixed(_ number: Double, decimals: Int) -> String {
    var text: [UInt8] = []
    guard text.append(decimal: number, decimals: decimals) else { return "?" }
    return String(decoding: text, as: UTF8.self)
  }
}
