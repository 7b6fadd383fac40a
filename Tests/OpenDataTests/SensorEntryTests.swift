import GNSSBasics
import Testing

@testable import OpenData

@Suite("The newest row of a sensor")
struct SensorEntryTests {
  /// 2026-06-10T22:34:56Z: 23:34:56 by the stations' clock, and 0:34:56 of the next day by the phones'.
  private let now = LocalNow(UnixTime(seconds: 1_781_130_896))
  /// 2026-06-11T00:00:00 of either clock.
  private let midnight: Int64 = 1_781_136_000

  private func newest(_ quantity: OpenDataQuantity, isPrompt: Bool) -> Int64 {
    SensorEntry(
      id: 1, text: "1", quantity: quantity, station: 0,
      position: GeodeticPosition(latitude: 45, longitude: 9, height: 100), life: 0 ... .max,
      isPrompt: isPrompt
    ).newest(at: now)
  }

  @Test("a day's mean comes when the day is over, or where it is prompt when it begins for phones")
  func daily() {
    #expect(OpenDataQuantity.pm10.cadence == .day)
    #expect(newest(.pm10, isPrompt: false) == midnight - 2 * 86_400)
    #expect(newest(.pm10, isPrompt: true) == midnight)
  }

  @Test("other values come with the stations' clock, or where they are prompt with the phones'")
  func more() {
    #expect(OpenDataQuantity.temperature.cadence == .tenMinutes)
    #expect(newest(.temperature, isPrompt: false) == midnight - 1800)
    #expect(newest(.temperature, isPrompt: true) == midnight + 1800)
  }
}
