import GNSSBasics
import Testing

@testable import GNSSSimulation

@Suite("A chart of the sky")
struct SkyChartTests {
  private static let time = GPSTime(week: 2421, secondsOfWeek: 43_200)
  private static let milan = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170)
  private static let elsewhere = [
    GeodeticPosition(latitude: -35.3, longitude: 149, height: 800),
    GeodeticPosition(latitude: -45.478, longitude: -170.77, height: 0),
    GeodeticPosition(latitude: 45.478, longitude: 12, height: 0),
    GeodeticPosition(latitude: 45.6, longitude: 9.23, height: 0),
  ]

  @Test("who is put elsewhere on the Earth sees at once what stands there", arguments: elsewhere)
  func moves(place: GeodeticPosition) {
    var (moved, there) = (SkyChart(of: .standard), SkyChart(of: .standard))
    _ = moved.entries(above: 5, over: Self.milan, at: Self.time)
    let entries = moved.entries(above: 5, over: place, at: Self.time)
    #expect(entries == there.entries(above: 5, over: place, at: Self.time))
    #expect(entries.count > 20)
  }

  @Test("who drives sees what one sees who looks up for the first time")
  func drives() {
    var driven = SkyChart(of: .standard)
    for minute in 0..<120 {
      let place = Self.milan.moved(east: 1500 * Double(minute), north: 0)
      let time = Self.time.advanced(bySeconds: Double(minute) * 60)
      var fresh = SkyChart(of: .standard)
      #expect(
        driven.entries(above: 5, over: place, at: time)
          == fresh.entries(above: 5, over: place, at: time))
    }
  }

  @Test("so does a receiver that is carried away", arguments: elsewhere)
  func carries(place: GeodeticPosition) {
    var receiver = SimulatedReceiver(
      ReceiverConfiguration(antenna: .standing(Self.milan), under: .standard))
    receiver.track(at: Self.time, from: .standing(Self.milan), through: nil)
    let later = Self.time.advanced(bySeconds: 1)
    let tracked = receiver.track(at: later, from: .standing(place), through: nil)
    var chart = SkyChart(of: .standard)
    let seen = chart.entries(above: 10, over: place, at: later).map(\.satellite)
    #expect(Set(seen).isSubset(of: Set(tracked.map(\.satellite))))
  }
}
