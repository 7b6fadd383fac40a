internal import GNSSBasics
import TextOutput

extension CivilTime {
  /// Appends the date as a line of observations has it: `2019 04 06 23 50 09.0000000`.
  func appendForObservations(to text: inout [UInt8]) {
    appendToMinutes(to: &text)
    text.append(integer: second, width: 2)
    text.append(UInt8(ascii: "."))
    text.append(integer: nanosecond / 100, width: 7)
  }

  /// Appends the date as a record of navigation has it: `2019 04 06 23 50 09`.
  func appendForNavigation(to text: inout [UInt8]) {
    appendToMinutes(to: &text)
    text.append(integer: second, width: 2)
  }

  /// Appends the date in the columns of a header: `5I6,F13.7`.
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
