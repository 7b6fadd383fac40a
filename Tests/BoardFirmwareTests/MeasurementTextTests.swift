import BoardFirmware
import Testing

@Suite("The measurement as text")
struct MeasurementTextTests {
  @Test(
    "is byte for byte what each dialect has",
    arguments: [
      (
        DataServerConfiguration.Dialect.moqa, DataServerConfiguration.PM05.mass,
        "23.41;45.23;100653.27;56.07;12;412;1.70;4.00;5.10;5.20;5.25;45.478129100;9.227790700"
      ),
      (
        .moqa, .number,
        "23.41;45.23;100653.27;56.07;12;412;30.75;4.00;5.10;5.20;5.25;45.478129100;9.227790700"
      ),
      (.airQuality, .mass, "23.41;45.23;100653.27;56.07;12;412;1.70;4.00;5.10;5.20;5.25"),
    ])
  func dialects(
    dialect: DataServerConfiguration.Dialect, pm05: DataServerConfiguration.PM05, body: String
  ) {
    var page = LegacyPage()
    let answer = DataServer.answer(
      to: HTTPRequest(.get, "/"), from: Samples.complete, at: .seconds(101),
      configuration: DataServerConfiguration(dialect: dialect, pm05: pm05), legacyPage: &page)
    #expect(String(decoding: answer.body, as: UTF8.self) == body)
    #expect(answer.field("Content-Type") == "text/plain")
  }
}
