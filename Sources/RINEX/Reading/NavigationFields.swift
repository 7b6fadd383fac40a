internal import Bytes
import RTCMParser

/// The fields of a navigation record: satellite, date and numbers, in the standard's order.
///
/// Source: RINEX 2.11, tables A4 and A11; RINEX 3.04, tables A6 to A17.
struct NavigationFields {
  let constellation: Constellation
  let satellite: UInt8
  /// toc, in the system's own time.
  let time: NavigationTime
  /// The numbers of the record: three in the first line, then four a line; a blank number is 0.
  private let values: [Double]
  /// The line numbers of the record in its file.
  let lines: [Int]

  init(_ record: [RINEXLine], format: NavigationFormat) throws(RINEXReadingError) {
    let first = record[0]
    let isLettered = format.isVersion3 || !(first.bytes.first.map { $0 < 0x40 } ?? true)
    let start = isLettered ? 4 : 3
    (constellation, satellite) = try Self.satellite(first, isLettered, format)
    guard let time = NavigationTime(first[start..<start + 19]) else {
      throw RINEXReadingError(.notADate, line: first.number)
    }
    self.time = time
    let needed = constellation == .glonass || constellation == .sbas ? 4 : 8
    values = try Self.values(of: record, from: start, needed: needed)
    lines = record.map(\.number)
  }

  private static func satellite(
    _ line: RINEXLine, _ isLettered: Bool, _ format: NavigationFormat
  ) throws(RINEXReadingError) -> (Constellation, UInt8) {
    var constellation = format.constellation
    if isLettered {
      let letter = line[0..<1].first.map { Character(Unicode.Scalar($0)) }
      constellation = letter.flatMap { Constellation(rinexLetter: $0) }
    }
    let number = line[isLettered ? 1..<3 : 0..<2].decimalInteger.flatMap(UInt8.init(exactly:))
    guard let constellation, let number, number > 0 else {
      throw RINEXReadingError(.notASatellite, line: line.number)
    }
    return (constellation, number)
  }

  private static func values(
    of record: [RINEXLine], from start: Int, needed: Int
  ) throws(RINEXReadingError) -> [Double] {
    guard record.count >= needed else {
      throw RINEXReadingError(
        .incomplete(lines: record.count, needed: needed), line: record[0].number)
    }
    var values: [Double] = []
    for (index, line) in record.enumerated() {
      for column in index == 0 ? 1..<4 : 0..<4 {
        let at = start + 19 * column
        values.append(try line.number(in: at..<at + 19))
      }
    }
    return values
  }
}

extension NavigationFields {
  /// The number at an index; 0 where the record has no such line.
  subscript(index: Int) -> Double { index < values.count ? values[index] : 0 }

  /// The number of values, including blank ones.
  var count: Int { values.count }

  /// Returns the number at an index, rounded to an integer; throws if the number does not fit the type.
  func integer<Value: FixedWidthInteger>(
    _ index: Int, _ name: String
  ) throws(RINEXReadingError) -> Value {
    guard let value = Value(exactly: self[index].rounded()) else {
      throw implausible(name, at: index)
    }
    return value
  }

  /// Returns the error for the number at an index, with that number's line.
  func implausible(_ name: String, at index: Int) -> RINEXReadingError {
    RINEXReadingError(.implausible(name), line: lines[Swift.min((index + 1) / 4, lines.count - 1)])
  }

  /// Returns the message as a receiver decodes it: its values rounded to the steps of their fields.
  func onWire<Message: RTCMCodable>(_ message: Message) throws(RINEXReadingError) -> Message {
    let payload: [UInt8]
    do throws(RTCMEncodingError) { payload = try message.encode() } catch {
      throw RINEXReadingError(.unencodable(error), line: lines[0])
    }
    // An encoded message has all of its fields, so decoding succeeds.
    return (try? Message(decoding: payload.span)) ?? message
  }
}
