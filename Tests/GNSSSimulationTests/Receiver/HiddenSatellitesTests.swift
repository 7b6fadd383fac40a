import GNSSBasics
import Testing

@testable import GNSSSimulation

@Suite("Satellites below the mask")
struct HiddenSatellitesTests {
  private static let canberra = GeodeticPosition(latitude: -35.3, longitude: 149, height: 800)

  @Test("an antenna that is carried to the other side of the Earth sees at once what is there")
  func carried() {
    let time = SimulatedReceiverTests.start
    var chart = SkyChart(of: SimulatedReceiverTests.sky)
    var fresh = chart
    #expect(chart.entries(above: 5, over: SimulatedReceiverTests.milan, at: time).count > 20)
    let later = time.advanced(bySeconds: 10)
    let expected = fresh.entries(above: 5, over: Self.canberra, at: later)
    #expect(expected.count > 20)
    #expect(chart.entries(above: 5, over: Self.canberra, at: later) == expected)

    var receiver = SimulatedReceiverTests.receiver()
    var other = receiver
    receiver.track(at: time, from: .standing(SimulatedReceiverTests.milan), through: nil)
    let tracked = receiver.track(at: later, from: .standing(Self.canberra), through: nil)
    let anew = other.track(at: later, from: .standing(Self.canberra), through: nil)
    #expect(Set(tracked.map(\.satellite)) == Set(anew.map(\.satellite)) && anew.count > 20)
  }

  @Test("what is known to be hidden stays so for a kilometre, and no farther")
  func reach() {
    let milan = SimulatedReceiverTests.milan
    let time = SimulatedReceiverTests.start
    for (north, isHidden) in [(0.0, true), (990, true), (1010, false)] {
      var hidden = HiddenSatellites(count: 2)
      hidden.come(to: Antenna(milan))
      hidden.hide(1, until: time)
      hidden.come(to: Antenna(milan.moved(east: 0, north: north)))
      #expect(hidden.isHidden(1, at: time.advanced(bySeconds: -1)) == isHidden)
      #expect(!hidden.isHidden(1, at: time) && !hidden.isHidden(0, at: time))
    }
  }
}
