import Foundation
import RTCMParser
import TestSupport
import Testing

/// A capture, or the part that a test reads, with the approximate date of its recording.
struct DatedCapture: CustomTestStringConvertible, Sendable {
  var name: String
  /// The date, ISO 8601; an arbitrary one if nothing in the stream depends on it.
  var date: String
  /// The differences of convbin's output from ours.
  var differs: Set<ConvbinDifference>
  /// The reason for the differences.
  var reason: String

  /// The number of bytes that a test reads, small enough for a quick test.
  ///
  /// `BOARDSIM_WHOLE_CAPTURES` names the captures that are read to their end, separated by commas.
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

  /// Returns the stream up to the end of a frame.
  ///
  /// convbin reads the stream twice, and joins the end of the first pass with the beginning of the second.
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

  /// Returns the decodable messages of the stream.
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
