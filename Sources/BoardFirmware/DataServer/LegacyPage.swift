internal import SensorDrivers
import TextOutput

/// The page of the original firmware, with its bugs.
///
/// Every request appends eight labelled lines and a further `</html>` to the lines of all earlier
/// requests. Once the lines exceed what the original's network shield can send, none of them is sent any
/// more. Method and path of a request are ignored.
///
/// The original never reads the receiver, so both coordinates keep the parser's initial value. The gas
/// sensor shows zero until its first sample. Humidity, altitude and pressure are read before the
/// temperature, and compensated with the temperature of the previous request. The first request after a
/// boot has no temperature to compensate with, and shows some 4 % less pressure.
///
/// Sensor failures froze the original, which is not imitated. A value that no part has delivered is `nan`
/// here, as the original's `String` prints it.
public struct LegacyPage: Hashable, Sendable {
  private var lines: [UInt8] = []
  /// The power-on time of the boot that the page belongs to.
  private var startTime: Duration?
  /// `t_fine` of the temperature in the previous request.
  private var fine: Int32 = 0

  /// Creates the page of a board without requests so far.
  public init() {}

  /// Appends the last measurement to the page, and returns the part of the page that the original would send.
  mutating func answer(from snapshot: BoardSnapshot) -> HTTPResponse {
    if snapshot.startTime != startTime {
      self = LegacyPage()
      startTime = snapshot.startTime
    }
    // A page beyond the limit is never sent again, so it need not grow further.
    if lines.count <= Self.sendLimit { append(takeStale(snapshot.measurement)) }
    var body = Array("<!DOCTYPE HTML>\r\n<html>\r\n".utf8)
    if lines.count <= Self.sendLimit { body += lines }
    return HTTPResponse(
      status: 200,
      fields: [HTTPField("Content-Type", "text/html"), HTTPField("Connection", "close")],
      body: body)
  }

  /// The greatest number of bytes that the original's shield sends at once; it refuses more as a whole.
  private static var sendLimit: Int { 2048 }

  /// Returns the measurement as the original reads it: with the temperature last.
  private mutating func takeStale(_ measurement: Measurement) -> Measurement {
    guard let conversion = measurement.conversion else { return measurement }
    defer { fine = conversion.fine }
    let (sample, calibration) = (conversion.sample, conversion.calibration)
    let humidity = calibration.humidity(from: sample.humidity, fine: fine)
    var stale = measurement
    stale[.humidity]?.value = Double(humidity) / 1024
    guard let pressure = calibration.pressure(from: sample.pressure, fine: fine) else {
      return stale
    }
    stale[.pressure]?.value = Double(pressure) / 256
    stale[.altitude]?.value = BarometricAltitude.metres(pressurePascals: Double(pressure) / 256)
    return stale
  }

  private mutating func append(_ measurement: Measurement) {
    for quantity in DataServerConfiguration.Dialect.legacyHTML.fields {
      guard let line = quantity.row.page else { continue }
      lines += line.label.utf8
      lines += ": ".utf8
      append(measurement[quantity]?.value, in: line)
      lines += "\n".utf8
    }
    lines += "</html>\n".utf8
  }

  private mutating func append(_ value: Double?, in line: Quantity.PageLine) {
    if let constant = line.constant {
      lines += constant.utf8
    } else if let value {
      if !lines.append(decimal: value, decimals: 2) { lines += "nan".utf8 }
    } else {
      lines += line.missing.utf8
    }
  }
}
