import GNSSBasics
import GNSSSimulation
import TestSupport
import Testing

@testable import CasterHost

@Suite("The sky of a mountpoint")
struct MountpointSkyTests {
  /// The sky of the first epochs of the capture, whose own date counts.
  private static func sky(epochs count: Int, from place: GeodeticPosition? = nil) throws
    -> MountpointSky
  {
    var stream = RecentStream()
    for (second, epoch) in try MilanBase.epochs.prefix(count).enumerated() {
      stream.add(epoch, at: .seconds(second))
    }
    return MountpointSky(stream, at: GPSTime(week: 2500, secondsOfWeek: 0), from: place)
  }

  @Test("has the satellites of the last epoch in directions that the sky of the place has")
  func places() throws {
    let sky = try Self.sky(epochs: 60)
    let station = try #require(sky.station)
    #expect(abs(station.latitude - 45.478) < 1e-6 && abs(station.longitude - 9.23) < 1e-6)
    let placed = sky.satellites.filter { $0.direction != nil }
    #expect(placed.count > 20)
    // A base tracks what is above its horizon.
    #expect(placed.allSatisfy { (5...90).contains($0.direction?.elevation ?? 0) })
    #expect(sky.satellites.allSatisfy { !$0.signals.isEmpty })
    #expect(sky.satellites.map(\.id) == sky.satellites.map(\.id).sorted())
  }

  @Test(
    "has satellites without directions before an ephemeris comes, and nothing in a stream without epochs"
  )
  func lacks() throws {
    let sky = try Self.sky(epochs: 1)
    #expect(sky.satellites.contains { $0.direction == nil })
    let none = MountpointSky(RecentStream(), at: GPSTime(week: 2500, secondsOfWeek: 0))
    #expect(none.satellites.isEmpty && none.time == nil && none.station == nil)
  }
}
