import RTCMParser
import TestSupport

/// Captures with edited frames, framed again with valid CRCs.
enum EditedCapture {
  static let str17 = "swift__week-rollover-STR17.rtcm3"
  static let str24 = "swift__week-rollover-STR24.rtcm3"

  /// Returns a shared capture's frames of some epochs, each beginning with 1077 or 1074, after `edit`.
  ///
  /// An edit that returns `nil` drops the frame; every CRC is computed again.
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

  /// Drops the frames of a message type, such as the station's position.
  static func without(_ dropped: UInt16, type: UInt16, _ payload: [UInt8]) -> [UInt8]? {
    type == dropped ? nil : payload
  }

  /// Changes the station ID of the position to 666.
  static func ofOtherStation(type: UInt16, _ payload: [UInt8]) -> [UInt8]? {
    guard type == 1006 else { return payload }
    return [payload[0], payload[1] & 0xF0 | 0x02, 0x9A] + payload[3...]  // DF003 = 666
  }

  /// Empties the satellite, signal and cell masks of observations.
  static func withoutCells(type: UInt16, _ payload: [UInt8]) -> [UInt8]? {
    guard type >= 1071, type <= 1137, (1...7).contains(type % 10) else { return payload }
    // Satellite, signal and cell masks begin at bit 73; the header without cells has 169 bits.
    return payload[..<9] + [payload[9] & 0x80] + [UInt8](repeating: 0, count: 12)
  }
}

/// The error that ends the search of a capture.
private struct EndOfRange: Error {}
