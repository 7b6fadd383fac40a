import GNSSBasics
import Mathematics
import TextOutput

extension JSONWriter {
  /// Writes the document at `/api/v1/measurement`.
  mutating func write(measurementOf snapshot: BoardSnapshot, at now: Duration) {
    let date = CivilTime(snapshot.bootDate.advanced(by: now))
    object { json in
      json.member("board_time", now.inSeconds, decimals: 3)
      json.member("time_utc", date.iso8601)
      json.array("fields") { json in
        for quantity in Quantity.allCases {
          json.write(quantity, snapshot.measurement[quantity], at: now)
        }
      }
    }
  }

  private mutating func write(_ quantity: Quantity, _ value: Timed<Double>?, at now: Duration) {
    object { json in
      json.member("name", quantity.name)
      json.member("value", value?.value, decimals: quantity.decimals)
      json.member("unit", quantity.unit)
      json.member("provenance", quantity.provenance.name)
      json.member(age: value?.age(at: now))
    }
  }

  /// Writes the member `age`, in seconds.
  mutating func member(age: Duration?) {
    member("age", age?.inSeconds, decimals: 3)
  }
}
