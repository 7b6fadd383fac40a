internal import GNSSBasics
package import TextOutput

extension Outing {
  /// Writes the members of the outing, with times on a clock.
  package func write(to json: inout JSONWriter, _ clock: TrackClock) {
    json.member("clock", clock.name)
    json.member("positions", positionCount)
    json.member("lines_without_position", emptyCount)
    json.member("repeated_positions", repeatedCount)
    json.member("restarts", restartCount)
    json.member("leaps", leapCount)
    json.object("fix_seconds") { fixTimes.write(to: &$0) }
    json.member("session_count", sessionCount)
    json.array("sessions") { json in
      for session in sessions { json.object { session.write(to: &$0, clock) } }
    }
    json.array("days") { json in for day in days { json.object { day.write(to: &$0) } } }
  }
}

extension FixTimes {
  /// Writes a member for each state of the fix, seconds.
  fileprivate func write(to json: inout JSONWriter) {
    for fix in GNSSFix.allCases { json.member(fix.name, self[fix], decimals: 3) }
  }
}

extension Session {
  fileprivate func write(to json: inout JSONWriter, _ clock: TrackClock) {
    json.member("start", clock.text(start))
    json.member("stop", clock.text(stop))
    json.member("day", day.map { TrackClock.text($0) })
    json.member("duration", duration, decimals: 3)
    json.member("moving_time", movingTime, decimals: 3)
    json.member("distance", distance, decimals: 3)
    json.member("raw_distance", rawDistance, decimals: 3)
    json.member("true_distance", trueDistance, decimals: 3)
    json.member("mean_speed", meanSpeed, decimals: 3)
    json.member("moving_speed", movingSpeed, decimals: 3)
    json.member("greatest_speed", greatestSpeed, decimals: 3)
    json.object("fix_seconds") { fixTimes.write(to: &$0) }
    json.member("line") { json in
      guard let line else { return json.value(json: Array("null".utf8)) }
      json.object { json in
        json.member("latitude", line.place.latitude, decimals: 9)
        json.member("longitude", line.place.longitude, decimals: 9)
        json.member("bearing", line.bearing, decimals: 2)
      }
    }
    json.array("laps") { json in for lap in laps { json.object { lap.write(to: &$0) } } }
    json.member("outside_laps") { json in
      guard let outside else { return json.value(json: Array("null".utf8)) }
      json.object { outside.write(to: &$0) }
    }
  }
}

extension Session.Outside {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("distance_before", distanceBefore, decimals: 3)
    json.member("time_before", timeBefore, decimals: 3)
    json.member("distance_after", distanceAfter, decimals: 3)
    json.member("time_after", timeAfter, decimals: 3)
  }
}

extension Lap {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("number", number)
    json.member("time_from_start", timeFromStart, decimals: 3)
    json.member("time", duration, decimals: 3)
    json.member("distance", distance, decimals: 3)
    json.member("raw_distance", rawDistance, decimals: 3)
    json.member("speed", speed, decimals: 3)
    json.member("longest_gap", longestGap, decimals: 3)
    json.member("true_time", truth?.duration, decimals: 3)
    json.member("true_distance", truth?.distance, decimals: 3)
    json.member("time_error", truth.map { duration - $0.duration }, decimals: 3)
    json.member("distance_error", truth.map { distance - $0.distance }, decimals: 3)
  }
}

extension DaySum {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("day", day.map { TrackClock.text($0) })
    json.member("sessions", sessionCount)
    json.member("laps", lapCount)
    json.member("distance", distance, decimals: 3)
    json.member("duration", duration, decimals: 3)
    json.member("moving_time", movingTime, decimals: 3)
    json.member("moving_speed", movingSpeed, decimals: 3)
  }
}
