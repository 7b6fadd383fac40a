internal import GNSSBasics
internal import Mathematics
internal import TextOutput

/// A JSON document of solutions: an object with the array `epochs`, one line for each solution.
///
/// A document tells all of a ``Solution``, and so more than the forms of ``PositionFileForm``.
public struct SolutionDocument: Sendable {
  private var lines: [UInt8] = []

  /// Creates a document without solutions.
  public init() {}

  /// Adds the solution of the next epoch.
  public mutating func add(_ solution: Solution) {
    if !lines.isEmpty { lines += ",\n".utf8 }
    var json = JSONWriter()
    solution.write(to: &json)
    lines += json.bytes
  }

  /// The document.
  public var bytes: [UInt8] { Array("{\"epochs\":[\n".utf8) + lines + "\n]}\n".utf8 }
}

extension Solution {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("time_utc", utc)
      json.member("week", time.week)
      json.member("tow", Double(time.nanosecondsOfWeek) / 1e9, decimals: 3)
      json.member("state", state.name)
      writePosition(to: &json)
      json.array("satellites") { json in
        for satellite in satellites { json.value("\(satellite)") }
      }
      json.member("signals", signals)
      json.array("used") { json in
        for signal in used {
          json.object { json in
            json.member("satellite", "\(signal.satellite)")
            json.member("band", Int(signal.band))
            json.member("residual", signal.residual, decimals: 3)
          }
        }
      }
      json.member("ratio", ratio, decimals: 2)
      json.member("age", age, decimals: 3)
      json.member("residual", residual, decimals: 4)
      json.member("reason", reason)
      json.array("left_out") { json in
        for part in leftOut { part.write(to: &json) }
      }
    }
  }

  /// Writes position, velocity and covariance; `null` where the solution has none.
  private func writePosition(to json: inout JSONWriter) {
    let isKnown = state != .none
    json.member("position") { json in
      guard isKnown else { return json.value(nil) }
      let place = GeodeticPosition(position)
      json.object { json in
        json.member("latitude", place.latitude, decimals: 9)
        json.member("longitude", place.longitude, decimals: 9)
        json.member("height", place.height, decimals: 4)
        json.write(position, decimals: 4)
      }
    }
    json.member("baseline") { json in
      guard isKnown, let base else { return json.value(nil) }
      let vector = GeodeticPosition(base).localOffset(to: GeodeticPosition(position))
      json.object { json in
        json.member("east", vector.east, decimals: 4)
        json.member("north", vector.north, decimals: 4)
        json.member("up", vector.up, decimals: 4)
        json.member("heading", Math.bearing(east: vector.east, north: vector.north), decimals: 3)
      }
    }
    json.member("velocity") { json in
      guard isKnown, let velocity else { return json.value(nil) }
      json.object { $0.write(velocity, decimals: 4) }
    }
    json.member("covariance") { json in
      guard isKnown else { return json.value(nil) }
      json.object { json in
        for (name, element) in zip(["xx", "yy", "zz", "xy", "yz", "zx"], covariance) {
          json.member(name, exactly: element)
        }
      }
    }
  }

  private var utc: String {
    var text: [UInt8] = []
    text.append(iso8601: CivilTime(time.unixTime))
    return String(decoding: text, as: UTF8.self) + "Z"
  }
}

extension LeftOut {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("satellite", "\(satellite)")
      json.member("band", band)
      json.member("reason", reason.description)
    }
  }
}

extension JSONWriter {
  /// Writes the members of a vector in the Earth-fixed frame.
  fileprivate mutating func write(_ vector: ECEFPosition, decimals: Int) {
    member("x", vector.x, decimals: decimals)
    member("y", vector.y, decimals: decimals)
    member("z", vector.z, decimals: decimals)
  }
}
