internal import GNSSBasics
import TextOutput

extension CivilTime {
  /// Appends the date in the form of an observation line: `2019 04 06 23 50 09.0000000`.
  func appendForObservations(to text: inout [UInt8]) {
    appendToMinutes(to: &text)
    text.append(integer: second, width: 2)
    text.append(UInt8(ascii: "."))
    text.append(integer: nanosecond / 100, width: 7)
  }

  /// Appends the date on which a file is made: `20190406 235009 UTC`.
  func appendForProgram(to text: inout [UInt8]) {
    text.append(integer: year, width: 4)
    for part in [month, day] { text.append(integer: part, width: 2) }
    text.append(UInt8(ascii: " "))
    for part in [hour, minute, second] { text.append(integer: part, width: 2) }
    text += " UTC".utf8
  }

  /// Appends the date on which a compact file is made: `06-Apr-19 23:50`.
  func appendForCompactFile(to text: inout [UInt8]) {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    text.append(integer: day, width: 2)
    text += "-\(months[month - 1])-".utf8
    text.append(integer: year % 100, width: 2)
    text.append(UInt8(ascii: " "))
    text.append(integer: hour, width: 2)
    text.append(UInt8(ascii: ":"))
    text.append(integer: minute, width: 2)
  }

  /// Appends the date in version 2's form before observations: ` 19  4  6 23 50  9.0000000`.
  func appendForVersion2(to text: inout [UInt8]) {
    appendShort(to: &text)
    text.append(integer: second, columns: 3)
    text.append(UInt8(ascii: "."))
    text.append(integer: nanosecond / 100, width: 7)
  }

  /// Appends the date in version 2's form before an ephemeris: ` 19  4  6 23 50  9.0`.
  func appendForVersion2Navigation(to text: inout [UInt8]) {
    appendShort(to: &text)
    text.append(integer: second, columns: 3)
    text += ".0".utf8
  }

  /// Appends the year in two digits, then month, day, hour and minute.
  private func appendShort(to text: inout [UInt8]) {
    text.append(UInt8(ascii: " "))
    text.append(integer: year % 100, width: 2)
    for part in [month, day, hour, minute] { text.append(integer: part, columns: 3) }
  }

  /// Appends the date in the form of a navigation record: `2019 04 06 23 50 09`.
  func appendForNavigation(to text: inout [UInt8]) {
    appendToMinutes(to: &text)
    text.append(integer: second, width: 2)
  }

  /// Appends the date in the columns of a header line: `5I6,F13.7`.
  func appendForHeader(to text: inout [UInt8]) {
    for part in [year, month, day, hour, minute] { text.append(integer: part, columns: 6) }
    let seconds = Double(nanosecondOfDay % 60_000_000_000) / 1e9
    text.append(decimal: seconds, decimals: 7, columns: 13)
  }

  private func appendToMinutes(to text: inout [UInt8]) {
    text.append(integer: year, width: 4)
    for part in [month, day, hour, minute] {
      text.append(UInt8(ascii: " "))
      text.append(integer: part, width: 2)
    }
    text.append(UInt8(ascii: " "))
  }
}
