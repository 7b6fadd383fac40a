import Foundation
import RTCMParser
import TestSupport
import Testing

/// A capture, or what of it a test reads, and about when it was made.
struct DatedCapture: CustomTestStringConvertible, Sendable {
  var name: String
  /// ISO 8601; where nothing in the stream tells it, any date does.
  var date: String
  /// How what convbin makes of it differs from what we do.
  var differs: Set<ConvbinDifference>
  /// Why it does.
  var reason: String

  /// How many bytes a test reads, so that it takes no time.
  ///
  /// `BOARDSIM_WHOLE_CAPTURES` names those that are read to their end, with commas between.
  private static let limit = 8_000

  init(
    _ name: String, _ date: String, differs: [ConvbinDifference] = [],
    because reason: String = ""
  ) {
    self.name = name
    self.date = date
    self.differs = Set(differs)
    self.reason = reason
  }

  var testDescription: String { name }

  var reference: GPSTime {
    let seconds = (try? Date(date, strategy: .iso8601).timeIntervalSince1970) ?? 0
    return GPSTime(UnixTime(seconds: Int64(seconds))) ?? GPSTime(nanoseconds: 0)
  }

  /// The stream up to the end of a frame: convbin reads it twice, and takes the end of the first time
  /// for the beginning of the second.
  func bytes() throws -> [UInt8] {
    let whole = ProcessInfo.processInfo.environment["BOARDSIM_WHOLE_CAPTURES"] ?? ""
    let isWhole = whole.split(separator: ",").contains(name[...])
    let bytes = Array(try SharedCaptures.bytes(of: name).prefix(isWhole ? .max : Self.limit))
    var scanner = FrameScanner()
    var end = 0
    scanner.consume(bytes.span) { end = $0.offset + $0.bytes.count }
    scanner.finish { end = $0.offset + $0.bytes.count }
    return Array(bytes.prefix(end))
  }

  /// The messages of the stream that can be decoded.
  func messages() throws -> [RTCMMessage] {
    let bytes = try bytes()
    var messages: [RTCMMessage] = []
    var scanner = FrameScanner()
    func convert(_ frame: borrowing FrameView) {
      if let message = try? RTCMMessage(decoding: frame.payload) { messages.append(message) }
    }
    scanner.consume(bytes.span) { convert($0) }
    scanner.finish { convert($0) }
    return messages
  }
}
