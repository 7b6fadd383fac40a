import GNSSBasics
import GNSSSimulation
import RTCMParser
import Testing

@testable import Positioning

/// Options that change between epochs, and bases that are trusted.
@Suite struct RTKEngineOptionsTests {
  @Test("a mode that changes lets whole ambiguities go, and finds them again at once")
  func mode() throws {
    let pair = try SkyPair.standing(epochs: 30)
    let solutions = pair.solve { engine, index in
      if index == 10 { engine.options.mode = .float }
      if index == 15 { engine.options.mode = .dgnss }
      if index == 20 { engine.options.mode = .rtk }
    }
    #expect(solutions[9].state == .fixed)
    #expect(solutions[10..<15].allSatisfy { $0.state == .float })
    #expect(solutions[15..<20].allSatisfy { $0.state == .differential })
    #expect(solutions[25...].allSatisfy { $0.state == .fixed })
  }

  @Test("systems that change are those that are used from then on")
  func systems() throws {
    let pair = try SkyPair.standing(epochs: 30)
    let solutions = pair.solve { engine, index in
      if index == 10 { engine.options.systems = [.gps, .galileo] }
    }
    #expect(solutions[9].satellites.contains { $0.constellation == .beidou })
    #expect(
      solutions[10...].allSatisfy {
        $0.satellites.allSatisfy { [.gps, .galileo].contains($0.constellation) }
      })
    #expect(solutions[29].state == .fixed)
  }

  @Test(
    "a base that is 10 m off is refused, or trusted where it shall be: then the fix is 10 m off")
  func trustedBase() throws {
    var pair = try SkyPair.standing(epochs: 20)
    pair.basePosition.x += 10
    #expect(!pair.solve().contains { $0.state == .fixed })
    var options = RTKOptions()
    options.checksBase = false
    let solutions = pair.solve(options)
    let truth = ECEFPosition(try #require(pair.rover.last).position)
    let last = try #require(solutions.last)
    #expect(last.state == .fixed)
    #expect((last.position.distance(to: truth) - 10).magnitude < 0.03)
  }

  @Test("a survey finds a station that is elsewhere to some metres, and believes one that is near")
  func survey() throws {
    let pair = try SkyPair.standing(epochs: 5)
    var orbits = BroadcastOrbits()
    for epoch in pair.rover {
      for message in epoch.broadcasts { orbits.add(message, near: epoch.observations.time) }
    }
    for (distance, isBelieved) in [(0.0, true), (2, true), (30, false), (3000, false)] {
      var told = pair.basePosition
      told.y += distance
      var survey = StationSurvey(of: told)
      #expect(survey.position == told)
      for epoch in pair.base { survey.add(epoch, orbits: orbits) }
      #expect((survey.position == told) == isBelieved, "\(distance)")
      #expect(survey.position.distance(to: pair.basePosition) < 5, "\(distance)")
    }
  }
}
