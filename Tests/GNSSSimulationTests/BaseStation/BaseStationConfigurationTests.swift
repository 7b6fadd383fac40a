import GNSSBasics
import RTCMParser
import Testing

@testable import GNSSSimulation

@Suite("Base station configuration")
struct BaseStationConfigurationTests {
  static func changed(_ change: (inout BaseStationConfiguration) -> Void)
    -> BaseStationConfiguration
  {
    var configuration = BaseStationConfiguration()
    change(&configuration)
    return configuration
  }

  @Test(
    "what cannot be a station is refused, and the message names it",
    arguments: [
      (changed { $0.stationID = 4096 }, "4096"),
      (changed { $0.position.latitude = 91 }, "91.0"),
      (changed { $0.position.longitude = .nan }, "nan"),
      (changed { $0.position.height = -.infinity }, "-inf"),
      (changed { $0.start = UnixTime(seconds: 0) }, "start 0 s"),
      (changed { $0.start = UnixTime(nanoseconds: .min) }, "start -9223372036 s"),
      (changed { $0.start = UnixTime(nanoseconds: .max) }, "start 9223372036 s"),
      (changed { $0.interval = .zero }, "interval 0.0 seconds"),
      (changed { $0.interval = .milliseconds(-1) }, "interval -0.001 seconds"),
      (changed { $0.interval = .microseconds(1500) }, "interval 0.0015 seconds"),
      (changed { $0.interval = .seconds(Int64.max) }, "e+18 seconds"),
      (changed { $0.elevationMask = 90 }, "90.0"),
      (changed { $0.glonassBias = .nan }, "nan m of GLONASS"),
    ])
  func refusesNonsense(configuration: BaseStationConfiguration, named: String) {
    let error = #expect(throws: BaseStationConfigurationError.self) {
      try configuration.schedule()
    }
    #expect(error?.description.contains(named) == true, "\(error?.description ?? "")")
  }

  @Test(
    "what is at the end of a range is a station, and what is next to it is none",
    arguments: [
      (changed { $0.stationID = 4095 }, true),
      (changed { $0.position.latitude = 90 }, true),
      (changed { $0.position.latitude = -90 }, true),
      (changed { $0.position.latitude = 90.5 }, false),
      (changed { $0.position.latitude = -90.5 }, false),
      (changed { $0.position.longitude = 360 }, true),
      (changed { $0.position.longitude = -180 }, true),
      (changed { $0.position.longitude = 360.5 }, false),
      (changed { $0.position.longitude = -180.5 }, false),
      (changed { $0.position.height = 100_000 }, true),
      (changed { $0.position.height = -1000 }, true),
      (changed { $0.position.height = 100_000.5 }, false),
      (changed { $0.position.height = -1000.5 }, false),
      (changed { $0.elevationMask = 0 }, true),
      (changed { $0.elevationMask = 89.9 }, true),
      (changed { $0.elevationMask = -0.1 }, false),
      (changed { $0.glonassBias = 300 }, true),
      (changed { $0.glonassBias = -300 }, true),
      (changed { $0.glonassBias = 300.5 }, false),
      (changed { $0.glonassBias = -300.5 }, false),
      (changed { $0.interval = .seconds(3600) }, true),
      (changed { $0.interval = .milliseconds(3_600_001) }, false),
      (changed { $0.stationInterval = .milliseconds(1) }, true),
      (changed { $0.interval += Duration(secondsComponent: 0, attosecondsComponent: 1) }, false),
      (changed { $0.biasInterval = .zero }, false),
      (changed { $0.ephemerisInterval = .zero }, false),
      (changed { $0.stationInterval = .zero }, false),
      // The limits are 1980-01-06 and 2200-01-01.
      (changed { $0.start = UnixTime(nanoseconds: 315_964_800_000_000_000) }, true),
      (changed { $0.start = UnixTime(nanoseconds: 315_964_799_999_999_999) }, false),
      (changed { $0.start = UnixTime(nanoseconds: 7_258_118_399_999_999_999) }, true),
      (changed { $0.start = UnixTime(nanoseconds: 7_258_118_400_000_000_000) }, false),
    ] as [(BaseStationConfiguration, Bool)])
  func knowsLimits(configuration: BaseStationConfiguration, isStation: Bool) {
    let schedule = try? configuration.schedule()
    #expect((schedule != nil) == isStation)
  }

  @Test(
    "the first epoch is the first multiple of the interval that is not before the start",
    arguments: [
      (0, Duration.seconds(1), 129_618_000), (1, .seconds(1), 129_619_000),
      (0, .seconds(30), 129_630_000), (999_999, .milliseconds(1), 129_618_001),
    ])
  func alignsEpochs(nanoseconds: Int64, interval: Duration, millisecondsOfWeek: Int) throws {
    let configuration = Self.changed {
      $0.start = $0.start.advanced(by: .nanoseconds(nanoseconds))
      $0.interval = interval
    }
    #expect(try configuration.schedule().firstEpoch.millisecondsOfWeek == millisecondsOfWeek)
  }
}
