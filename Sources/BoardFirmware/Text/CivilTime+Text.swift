internal import GNSSBasics
import TextOutput

extension CivilTime {
  /// The time in ISO 8601 with milliseconds, rounded down: `2026-06-01T12:00:02.000Z`.
  package var iso8601: String {
    var text: [UInt8] = []
    text.append(iso8601: self)
    text += "Z".utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// The name of the card's file for that day: `20260601.CSV`.
  var cardFileName: String {
    var text: [UInt8] = []
    text.append(integer: year, width: 4)
    text.append(integer: month, width: 2)
    text.append(integer: day, width: 2)
    text += ".CSV".utf8
    return String(decoding: text, as: UTF8.self)
  }
}
