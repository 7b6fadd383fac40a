import BoardFirmware
import Testing

@Suite("The page of the original firmware")
struct LegacyPageTests {
  private static func body(
    _ page: inout LegacyPage, _ method: DataRequest.Method = .get,
    from snapshot: BoardSnapshot = Samples.complete
  ) -> String {
    let answer = DataServer.answer(
      to: DataRequest(method: method, path: "/x"), from: snapshot, at: .seconds(101),
      configuration: DataServerConfiguration(dialect: .legacyHTML), legacyPage: &page)
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "text/html")
    #expect(answer.header("Connection") == "close")
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
    for method in [DataRequest.Method.get, .head, .post, .options, .other] {
      var page = LegacyPage()
      #expect(Self.body(&page, method) == Self.head + Self.lines)
    }
  }

  @Test("grows by every request, until it is more than 2,048 bytes and nothing is sent any more")
  func growth() {
    var page = LegacyPage()
    // 148 bytes a request: thirteen fit, fourteen do not.
    for count in 1...13 {
      #expect(Self.body(&page) == Self.head + String(repeating: Self.lines, count: count))
    }
    for _ in 14...100 { #expect(Self.body(&page) == Self.head) }
  }

  @Test("shows zero for gases that were never measured and nan for the rest")
  func nothingMeasured() {
    var page = LegacyPage()
    let text = Self.body(&page, from: BoardSnapshot(bootDate: 0))
    #expect(text.contains("CO2: 0.00\nHumidity: nan\nAltitude: nan\nTVOC: 0.00\nPressure: nan\n"))
  }

  @Test("machines are answered as in any other dialect")
  func machineRoutes() {
    var page = LegacyPage()
    let answer = DataServer.answer(
      to: DataRequest(method: .get, path: "/api/v1/status"), from: Samples.complete,
      at: .seconds(101), configuration: DataServerConfiguration(dialect: .legacyHTML),
      legacyPage: &page)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(page == LegacyPage())
  }
}
