import BoardFirmware
import GNSSBasics
import SensorDrivers
import Testing

@Suite("The page of the original firmware")
struct LegacyPageTests {
  private static func body(
    _ page: inout LegacyPage, _ method: HTTPMethod = .get,
    from snapshot: BoardSnapshot = Samples.complete
  ) -> String {
    let answer = DataServer.answer(
      to: HTTPRequest(method, "/x"), from: snapshot, at: .seconds(101),
      configuration: DataServerConfiguration(dialect: .legacyHTML), legacyPage: &page)
    #expect(answer.status == 200)
    #expect(answer.field("Content-Type") == "text/html")
    #expect(answer.field("Connection") == "close")
    return String(decoding: answer.body, as: UTF8.self)
  }

  private static let head = "<!DOCTYPE HTML>\r\n<html>\r\n"
  private static let lines = """
    CO2: 412.00
    Humidity: 45.23
    Altitude: 56.07
    TVOC: 12.00
    Pressure: 100653.27
    Temperature: 23.41
    Latitude: 999000000
    Longitude: 999000000<br>
    </html>

    """

  @Test("is told byte for byte, whatever the method")
  func firstPage() {
    for method in [HTTPMethod.get, .head, .post, .put, .options, .other("BREW")] {
      var page = LegacyPage()
      #expect(Self.body(&page, method) == Self.head + Self.lines)
    }
  }

  @Test("grows by every request, until it is more than 2,048 bytes and nothing is sent any more")
  func growth() {
    var page = LegacyPage()
    // A request appends 148 bytes: thirteen requests fit, fourteen do not.
    for count in 1...13 {
      #expect(Self.body(&page) == Self.head + String(repeating: Self.lines, count: count))
    }
    for _ in 14...100 { #expect(Self.body(&page) == Self.head) }
  }

  @Test("takes no more memory once it is too long")
  func memory() {
    var (page, later) = (LegacyPage(), LegacyPage())
    for _ in 0..<14 { _ = Self.body(&page) }
    for _ in 0..<40 { _ = Self.body(&later) }
    #expect(later == page)
  }

  @Test(
    "of exactly 2,048 bytes is sent, of one more is not", arguments: [(41.0, true), (412, false)])
  func sendLimit(lastECO2: Double, isSent: Bool) {
    var page = LegacyPage()
    // The requests append lines of 146 bytes, three of 147, and one of 147 or 148.
    for eco2 in [Double](repeating: 4, count: 10) + [41, 41, 41] {
      _ = Self.body(&page, from: Self.snapshot(eco2: eco2))
    }
    let body = Self.body(&page, from: Self.snapshot(eco2: lastECO2))
    #expect(body.utf8.count == Self.head.utf8.count + (isSent ? 2048 : 0))
    // A full page grows once more, and is never sent again.
    #expect(Self.body(&page, from: Self.snapshot(eco2: 4)) == Self.head)
    #expect(Self.body(&page, from: Self.snapshot(eco2: 4)) == Self.head)
  }

  private static func snapshot(eco2: Double) -> BoardSnapshot {
    var snapshot = Samples.complete
    snapshot.measurement[.eco2]?.value = eco2
    return snapshot
  }

  @Test("shows zero for gases that were never measured and nan for the rest")
  func nothingMeasured() {
    var page = LegacyPage()
    let text = Self.body(&page, from: BoardSnapshot(bootDate: UnixTime(seconds: 0)))
    #expect(text.contains("CO2: 0.00\nHumidity: nan\nAltitude: nan\nTVOC: 0.00\nPressure: nan\n"))
  }

  @Test("shows nan for what is no number")
  func notANumber() {
    var (page, snapshot) = (LegacyPage(), Samples.complete)
    snapshot.measurement[.humidity]?.value = .nan
    #expect(Self.body(&page, from: snapshot).contains("Humidity: nan\nAltitude: 56.07\n"))
  }

  /// The coefficients and raw values of bme280-rs's tests: 27.38 °C, 101222.25 Pa, 32.90 %.
  private static var conversion: BME280Conversion {
    let low: [UInt8] = [
      0xB1, 0x6F, 0x2E, 0x6A, 0x32, 0x00, 0xE2, 0x8F, 0x0A, 0xD7, 0xD0, 0x0B, 0x75, 0x1F, 0xC5,
      0xFF, 0xF9, 0xFF, 0xAC, 0x26, 0x0A, 0xD8, 0xBD, 0x10, 0x00, 0x4B,
    ]
    let high: [UInt8] = [0x77, 0x01, 0x00, 0x12, 0x20, 0x03, 0x1E]
    return BME280Conversion(
      sample: BME280RawSample(pressure: 0x4F570, temperature: 0x84510, humidity: 0x5EB4),
      calibration: BME280Calibration(low: low.span, high: high.span))
  }

  @Test(
    "shows pressure and humidity with the temperature of the request before, at first with none")
  func staleTemperature() {
    var (page, snapshot) = (LegacyPage(), Samples.complete)
    snapshot.measurement.conversion = Self.conversion
    let first = Self.body(&page, from: snapshot)
    // The expected values are the published ones of this conversion without a temperature.
    #expect(first.contains("Humidity: 33.25\nAltitude: 381.26\n"))
    #expect(first.contains("Pressure: 96827.95\n"))
    #expect(Self.pressures(&page, from: snapshot) == ["96827.95", "101222.25"])
    // A request at a lower temperature is compensated with the temperature before, the next request with
    // its own.
    snapshot.measurement.conversion?.sample.temperature = 0x80000
    let pressures = Self.pressures(&page, from: snapshot)
    #expect(pressures.suffix(2) == ["101222.25", "101222.25"])
    #expect(Self.pressures(&page, from: snapshot).last != "101222.25")
    // The page is cleared at a boot.
    snapshot.startTime = .seconds(50)
    #expect(Self.pressures(&page, from: snapshot) == ["96827.95"])
  }

  private static func pressures(
    _ page: inout LegacyPage, from snapshot: BoardSnapshot
  ) -> [Substring] {
    body(&page, from: snapshot).split(separator: "\n")
      .filter { $0.hasPrefix("Pressure: ") }
      .map { $0.dropFirst("Pressure: ".count) }
  }

  @Test("machines are answered as in any other dialect")
  func machineRoutes() {
    var page = LegacyPage()
    let answer = DataServer.answer(
      to: HTTPRequest(.get, "/api/v1/status"), from: Samples.complete,
      at: .seconds(101), configuration: DataServerConfiguration(dialect: .legacyHTML),
      legacyPage: &page)
    #expect(answer.field("Content-Type") == "application/json")
    #expect(page == LegacyPage())
  }
}
