import RTCMStreams
import TestSupport
import Testing

@Suite("Stretches of a stream")
struct EpochWindowTests {
  /// Returns the GPS times of day of the GPS observations in a window, seconds.
  ///
  /// The stream has one epoch each second from 23:59:57 on.
  static func seconds(
    since: EpochWindow.Border?, until: EpochWindow.Border?
  ) throws -> [Int] {
    let stream = try MadeUpBase.stream(seconds: 6)
    let output = converted(stream) { $0.window = EpochWindow(since: since, until: until) }
    let times = try msms(of: output).compactMap {
      $0.header.epoch.gpsTimeOfDayMilliseconds(leapSeconds: LeapSeconds.latest)
    }.map { $0 / 1000 }
    // Epochs are whole: each has four systems.
    #expect(times.count % 4 == 0)
    return stride(from: 0, to: times.count, by: 4).map { times[$0] }
  }

  static let midnight = 86_400_000
  static let start = GPSTime(week: 2300, millisecondsOfWeek: MadeUpBase.firstTime)

  @Test("begin with the first time and end before the last, across midnight")
  func timesOfDay() throws {
    let all = [86_397, 86_398, 86_399, 0, 1, 2]
    let whole = try Self.seconds(since: nil, until: nil)
    #expect(whole == all)
    let second = EpochWindow.Border.timeOfDay(milliseconds: Self.midnight - 2000)
    let behind = try Self.seconds(since: second, until: nil)
    #expect(behind == Array(all[1...]))
    let before = try Self.seconds(since: nil, until: second)
    #expect(before == [86_397])
    let late = EpochWindow.Border.timeOfDay(milliseconds: 1000)
    // An end that is not after the beginning is on the next day.
    let between = try Self.seconds(since: second, until: late)
    #expect(between == Array(all[1...3]))
    let midnight = try Self.seconds(since: .timeOfDay(milliseconds: Self.midnight), until: nil)
    #expect(midnight == [0, 1, 2])
  }

  @Test("an instant names its day", arguments: [-2, 0, 2, 4, 6, 9])
  func instants(shift: Int) throws {
    let time = Self.start.advanced(byNanoseconds: Int64(shift) * 1_000_000_000)
    let all = [86_397, 86_398, 86_399, 0, 1, 2]
    let count = min(max(shift, 0), 6)
    let behind = try Self.seconds(since: .instant(time), until: nil)
    #expect(behind == Array(all[count...]))
    let before = try Self.seconds(since: nil, until: .instant(time))
    #expect(before == Array(all[..<count]))
  }

  @Test("what comes before the first observations is in each, and what follows is of their time")
  func others() throws {
    let stream = try StandardExample.frame + MadeUpBase.stream(seconds: 2)
    let last = EpochWindow.Border.timeOfDay(milliseconds: Self.midnight - 2000)
    let output = converted(stream) { $0.window = EpochWindow(since: last, until: nil) }
    #expect(Array(output.prefix(25)) == StandardExample.frame)
    #expect(Array(output.suffix(25)) == StandardExample.frame)
    #expect(scan(output, chunkLengths: [output.count]).frames.count == 6)
    var rules = ConversionRules()
    rules.window = EpochWindow(since: last, until: nil)
    #expect(converted(stream, by: rules).counts.droppedByEpoch == 5)
  }
}
