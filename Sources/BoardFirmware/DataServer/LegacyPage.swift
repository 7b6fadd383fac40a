internal import SensorDrivers
import TextOutput

/// The page of the original firmware, with its bugs.
///
/// Every request appends eight labelled lines and a further `</html>` to what all earlier ones saw;
/// once that is more than its shield can send, nothing of it is sent any more. Method and path are
/// not looked at. The receiver is never read there, so both coordinates stay what its parser starts
/// with, and the gas sensor shows zero until its first sample. Humidity, altitude and pressure are read
/// before the temperature and compensated with what that was in the request before: with nothing at all
/// in the first one after a boot, which shows some 4 % less pressure.
///
/// Not imitated: its sensors' failures froze it; here, a value that no part has delivered is `nan`, as its
/// `String` prints it.
public struct LegacyPage: Hashable, Sendable {
  private var lines: [UInt8] = []
  /// The boot whose page it is.
  private var startTime: Duration?
  /// `t_fine` of the last temperature that was read.
  private var fine: Int32 = 0

  /// Creates the page of a board that was never asked.
  public init() {}

  /// Grows the page by the last measurement and answers with as much as the original would.
  mutating func answer(from snapshot: BoardSnapshot) -> HTTPResponse {
    if snapshot.startTime != startTime {
      self = LegacyPage()
      startTime = snapshot.startTime
    }
    // A page that was too long once stays too long: it need not grow further.
    if lines.count <= Self.sendLimit { append(takeStale(snapshot.measurement)) }
    var body = Array("<!DOCTYPE HTML>\r\n<html>\r\n".utf8)
    if lines.count <= Self.sendLimit { body += lines }
    return HTTPResponse(
      status: 200,
      fields: [HTTPField("Content-Type", "text/html"), HTTPField("Connection", "close")],
      body: body)
  }

  /// The most bytes that the original's shield takes at once; more are refused as a whole.
  private static var sendLimit: Int { 2048 }

  /// The measurement as the original read it: with the temperature last.
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
