import GNSSBasics
import GNSSSimulation
import Positioning
import RTCMParser
import Testing

@testable import BoardSimulation

/// The observations of a station, from the messages of its stream.
@Suite struct StationObservationsTests {
  private static let start = UnixTime(seconds: 1_780_315_200)

  /// Returns the observations of some seconds of a station's stream, received at dates from `date` on.
  private static func observations(
    from start: UnixTime = start, receivedFrom date: GPSTime, seconds: Int = 20,
    edit: (RTCMMessage) -> RTCMMessage? = { $0 }
  ) throws -> StationObservations {
    var configuration = BaseStationConfiguration()
    configuration.start = start
    configuration.systems = [.gps, .galileo]
    var observations = StationObservations()
    for (second, epoch) in try BaseStationSynthesizer(configuration).prefix(seconds).enumerated() {
      for message in try epoch.messages() {
        guard let message = edit(message) else { continue }
        let frame = try message.frame()
        observations.take(
          frame.span.extracting(3..<frame.count - 3), at: date.advanced(seconds: second))
      }
    }
    return observations
  }

  @Test("epochs are joined and taken once, the latest eight of them")
  func epochs() throws {
    let date = try #require(GPSTime(Self.start))
    var observations = try Self.observations(receivedFrom: date)
    let epochs = observations.takeEpochs()
    #expect(epochs.count == 8)
    #expect(epochs.map(\.time) == (12..<20).map { date.advanced(seconds: $0) })
    #expect(epochs.allSatisfy { $0.observations.count > 20 && $0.stationID == 1 })
    #expect(observations.takeEpochs().isEmpty)
    #expect(observations.phases.receiver != nil)
  }

  @Test(
    "a stream of the receiver's time has its week, also one minute late; any other has a time of its own"
  )
  func shifts() throws {
    let date = try #require(GPSTime(Self.start))
    for late in [0, 1, 59] {
      let observations = try Self.observations(receivedFrom: date.advanced(seconds: late))
      #expect(observations.shift == 0, "\(late)")
    }
    let late = try Self.observations(receivedFrom: date.advanced(seconds: 3600))
    #expect(late.shift == -3600 * 1_000_000_000)
    let early = try Self.observations(receivedFrom: date.advanced(seconds: -3600))
    #expect(early.shift == 3600 * 1_000_000_000)
    #expect(StationObservations().shift == 0)
  }

  @Test("corrected dates hold for what is not taken yet, and for what comes")
  func corrects() throws {
    let date = try #require(GPSTime(Self.start))
    var observations = try Self.observations(receivedFrom: date)
    observations.correctDates(by: -300_000_000_000)
    #expect(observations.epochs.isEmpty)
    #expect(observations.shift == -300_000_000_000)
    var configuration = BaseStationConfiguration()
    configuration.start = UnixTime(seconds: 1_780_315_220)
    configuration.systems = [.gps, .galileo]
    for (second, epoch) in try BaseStationSynthesizer(configuration).prefix(3).enumerated() {
      for message in try epoch.messages() {
        let frame = try message.frame()
        observations.take(
          frame.span.extracting(3..<frame.count - 3), at: date.advanced(seconds: 20 + second))
      }
    }
    #expect(observations.takeEpochs().last?.time == date.advanced(seconds: 22 - 300))
  }

  @Test(
    "the orbits date a stream of another year, also across a week's end, and without them it is of this week"
  )
  func dates() throws {
    let date = try #require(GPSTime(Self.start)).advanced(seconds: 900 * 86_400)
    // Ten seconds before a week's end, when orbits of the next week are told already.
    let end = GPSTime(week: 2400, secondsOfWeek: 604_790)
    var observations = try Self.observations(from: end.unixTime, receivedFrom: date)
    let epochs = observations.takeEpochs()
    #expect(epochs.last?.time == end.advanced(seconds: 19))
    var undated = try Self.observations(from: end.unixTime, receivedFrom: date) {
      $0.orbitingSatellite == nil && $0.type != 1013 ? $0 : nil
    }
    let last = try #require(undated.takeEpochs().last?.time)
    #expect(last.millisecondsOfWeek == 9000)
    #expect(last.seconds(since: date).magnitude <= 302_400 + 20)
  }
}
