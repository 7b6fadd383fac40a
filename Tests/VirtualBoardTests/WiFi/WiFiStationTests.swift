import BoardFirmware
import BoardSimulation
import Testing

@testable import VirtualBoard

@Suite("The board's Wi-Fi station")
struct WiFiStationTests {
  private typealias Surroundings = WiFiStation.Surroundings
  private static let home = Surroundings(hotspot: .standard)
  private static let nowhere = Surroundings()

  private static func started(in surroundings: Surroundings) -> WiFiStation {
    var station = WiFiStation(.standard)
    station.powerUp(at: .zero, in: surroundings)
    return station
  }

  @Test("joins at once at power-up where its hotspot is")
  func powerUp() {
    var station = Self.started(in: Self.home)
    #expect(station.status.state == .joined && station.status.joins == 1)
    #expect(station.status.address != nil && station.nextStep == nil)
    station.powerDown()
    #expect(station.status.state == .off && station.status.address == nil)
    station.advance(to: .seconds(9), in: Self.home)
    #expect(station.status.state == .off)
  }

  @Test("told of another network while it is off, stays off and knows it at power-up")
  func networkWhileOff() {
    let other = WiFiNetwork(ssid: "other", password: nil)
    var station = WiFiStation(.standard)
    station.use(other, at: .seconds(1), in: Self.home)
    #expect(station.status.state == .off && station.nextStep == nil)
    station.powerUp(at: .seconds(2), in: Surroundings(hotspot: other))
    #expect(station.status.state == .joined && station.status.ssid == "other")
  }

  @Test("of two orders for one time the hotspot follows the one that was given last")
  func hotspotOrders() {
    let radio = Radio(.standard, seed: 1)
    radio.powerUp(at: .zero)
    for isOn in [false, true] {
      radio.switchHotspot(isOn: isOn, as: nil, at: .seconds(30), now: .zero)
    }
    radio.advance(to: .seconds(30))
    #expect(radio.carries(at: .seconds(30)))
    for isOn in [true, false] {
      radio.switchHotspot(isOn: isOn, as: nil, at: .seconds(60), now: .seconds(30))
    }
    radio.advance(to: .seconds(60))
    #expect(!radio.carries(at: .seconds(60)))
  }

  @Test("looks again after 1, 2, 4, 8 and 8 seconds, and then joins within a second")
  func backoff() throws {
    var station = Self.started(in: Self.nowhere)
    #expect(station.status.error?.contains("there is no hotspot 'boardsim'") == true)
    var looks: [Duration] = []
    for _ in 0..<5 {
      let next = try #require(station.nextStep)
      looks.append(next)
      station.advance(to: next, in: Self.nowhere)
      #expect(station.status.state == .searching)
    }
    let gaps = zip(looks, looks.dropFirst()).map { $1 - $0 }
    #expect(gaps == [.seconds(4), .seconds(8), .seconds(8), .seconds(8)])
    #expect(looks[0] == .seconds(2))
    var states: [WiFiStatus.State] = []
    var last = Duration.zero
    while let next = station.nextStep {
      station.advance(to: next, in: Self.home)
      states.append(station.status.state)
      last = next
    }
    #expect(states == [.associating, .associated, .joined])
    #expect(last - looks[4] == .seconds(8) + .seconds(1))
    #expect(station.status.error == nil)
  }

  @Test("says when the hotspot has gone, and comes back to it")
  func loss() throws {
    var station = Self.started(in: Self.home)
    station.advance(to: .seconds(10), in: Self.nowhere)
    #expect(station.status.state == .searching && station.status.address == nil)
    #expect(station.status.error == "the hotspot 'boardsim' has gone")
    #expect(station.nextStep == .seconds(11))
    while let next = station.nextStep { station.advance(to: next, in: Self.home) }
    #expect(station.status.state == .joined && station.status.joins == 2)
  }

  @Test("begins to count its waits anew when it has lost what it had joined")
  func lossForLong() throws {
    var station = Self.started(in: Self.home)
    station.advance(to: .seconds(10), in: Self.nowhere)
    var looks: [Duration] = []
    for _ in 0..<4 {
      let next = try #require(station.nextStep)
      looks.append(next)
      station.advance(to: next, in: Self.nowhere)
    }
    #expect(looks == [.seconds(11), .seconds(13), .seconds(17), .seconds(25)])
    // A station that changes to another network also starts over with short waits.
    station.use(WiFiNetwork(ssid: "other", password: nil), at: .seconds(30), in: Self.nowhere)
    #expect(station.nextStep == .seconds(32))
  }

  @Test("is told that a password is wrong, stays where it is in, and changes network at once")
  func passwords() {
    let wrong = WiFiNetwork(ssid: "boardsim", password: "something")
    var station = Self.started(in: Self.home)
    station.advance(to: .seconds(1), in: Surroundings(hotspot: wrong, refuses: true))
    #expect(station.status.state == .joined)
    station.use(wrong, at: .seconds(2), in: Self.home)
    #expect(station.status.state == .searching)
    #expect(station.status.error?.contains("refuses the password") == true)
    station.use(.standard, at: .seconds(3), in: Self.home)
    #expect(station.status.state == .associating && station.status.ssid == "boardsim")
  }
}

@Suite("What lies between a board and its caster")
struct RadioTests {
  private static func radio(_ faults: BoardFault...) -> Radio {
    let radio = Radio(.standard, seed: 1)
    radio.powerUp(at: .zero)
    radio.set(faults: faults, now: .zero)
    return radio
  }

  @Test("turns over one bit of a byte, any of them, as often as it is told")
  func flips() {
    for (rate, range) in [(1.0, 1000...1000), (0.5, 400...600), (0, 0...0)] {
      let radio = Self.radio(
        BoardFault(.casterFlip, from: .seconds(10), to: .seconds(20), [.rate: rate]))
      var bytes = [UInt8](repeating: 0, count: 1000)
      radio.spoil(&bytes, at: .seconds(9))
      radio.spoil(&bytes, at: .seconds(20))
      #expect(bytes.allSatisfy { $0 == 0 })
      radio.spoil(&bytes, at: .seconds(10))
      #expect(bytes.allSatisfy { $0.nonzeroBitCount <= 1 })
      #expect(range.contains(bytes.count { $0 != 0 }))
      #expect(Set(bytes).subtracting([0]).count == (rate > 0 ? 8 : 0))
    }
    var bytes: [UInt8] = [1, 2]
    let stalled = Self.radio(BoardFault(.casterStall, from: .seconds(1), to: .seconds(2)))
    stalled.spoil(&bytes, at: .zero)
    #expect(bytes == [1, 2])
    stalled.spoil(&bytes, at: .seconds(1))
    #expect(bytes.isEmpty)
  }

  @Test("tells when it changes next, and why nothing comes")
  func silence() {
    let radio = Self.radio(
      BoardFault(.wifiClose, from: .seconds(1), to: .seconds(2)),
      BoardFault(.casterDies, from: .seconds(3), to: .seconds(4)),
      BoardFault(.wifiLost, from: .seconds(5), to: .seconds(6)), BoardFault(.nack, of: "sps30"))
    var told: [Duration: String?] = [:]
    while let next = radio.nextChange, told.count < 20 {
      radio.advance(to: next)
      told[next] = radio.silence(at: next)
      #expect(radio.carries(at: next) == (told[next] == .some(nil)))
    }
    let gone = "the hotspot 'boardsim' has gone"
    #expect(
      told == [
        .seconds(1): "the connection was closed (fault wifi.close)", .seconds(2): nil,
        .seconds(3): "the caster is gone (fault caster.dies)", .seconds(4): nil, .seconds(5): gone,
        .seconds(6): gone, .milliseconds(6300): gone, .seconds(7): nil,
      ])
    radio.use(.standard, at: .seconds(10))
    #expect(radio.silence(at: .seconds(10)) == "the board has not joined its hotspot yet")
    #expect(radio.nextChange == .milliseconds(10_300) && !radio.isJoined)
  }
}
