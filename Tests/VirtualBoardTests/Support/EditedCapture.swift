import RTCMParser
import TestSupport

/// Captures with their frames edited and framed anew.
enum EditedCapture {
  static let str17 = "swift__week-rollover-STR17.rtcm3"

  /// A shared capture: the frames of some epochs, which 1077 or 1074 begin, as `edit` leaves them.
  ///
  /// An edit that gives `nil` drops the frame; every CRC is made anew.
  static func of(
    _ name: String, epochs range: Range<Int> = 0..<Int.max,
    editing edit: (UInt16, [UInt8]) -> [UInt8]? = { $1 }
  ) throws -> [UInt8] {
    let capture = try SharedCaptures.bytes(of: name)
    var (epoch, edited): (Int, [UInt8]) = (-1, [])
    var scanner = FrameScanner()
    do {
      try scanner.consume(capture.span) { (frame: borrowing FrameView) throws(any Error) in
        let type = frame.messageType ?? 0
        if type == 1077 || type == 1074 { epoch += 1 }
        if epoch >= range.upperBound { throw EndOfRange() }
        guard epoch >= range.lowerBound || range.lowerBound == 0 else { return }
        let start = frame.offset + RTCMFrame.headerLength
        guard let new = edit(type, Array(capture[start..<start + frame.payload.count])) else {
          return
        }
        edited += try RTCMFrame.encoding(payload: new.span)
      }
    } catch is EndOfRange {}
    return edited
  }

  /// Without the station's position.
  static func without(_ dropped: UInt16, type: UInt16, _ payload: [UInt8]) -> [UInt8]? {
    type == dropped ? nil : payload
  }

  /// With the position of station 666.
  static func ofOtherStation(type: UInt16, _ payload: [UInt8]) -> [UInt8]? {
    guard type == 1006 else { return payload }
    return [payload[0], payload[1] & 0xF0 | 0x02, 0x9A] + payload[3...]  // DF003 = 666
  }

  /// With observations that observe nothing.
  static func withoutCells(type: UInt16, _ payload: [UInt8]) -> [UInt8]? {
    guard type >= 1071, type <= 1137, (1...7).contains(type % 10) else { return payload }
    // Satellite, signal and cell masks begin at bit 73; the header without cells has 169 bits.
    return payload[..<9] + [payload[9] & 0x80] + [UInt8](repeating: 0, count: 12)
  }
}

/// Ends the search of a capture.
private struct EndOfRange: Error {}
