internal import GNSSBasics
internal import RTCMParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// About when a stream was made: what was given, what the stream tells, and whether these agree.
struct StreamDate {
  private let given: StreamDateArgument?
  /// What the stream told first.
  private var told: (time: GPSTime, type: UInt16)?
  private var isConfirmed = false

  init(given: StreamDateArgument?) { self.given = given }

  /// Whether nothing more of the stream needs to be seen.
  var isSettled: Bool { given == nil ? told != nil : isConfirmed }

  /// Takes what a message tells.
  mutating func note(_ message: RTCMMessage) {
    let time =
      if let given { message.statedTime(near: given.time) } else { message.statedTime }
    guard let time, !isSettled else { return }
    if told == nil { told = (time, message.type) }
    guard let given else { return }
    isConfirmed = time.seconds(since: given.time).magnitude < Self.tolerance
  }

  /// The date, once the stream has been seen.
  ///
  /// - Throws: ``UsageError`` when there is none, or all that the stream tells contradicts the one given.
  func settled() throws(UsageError) -> GPSTime {
    guard let given else { return try toldByStream() }
    if let told, !isConfirmed {
      throw UsageError(
        message: "--date \(given.text) is not when the stream was made: its message \(told.type) "
          + "says \(Self.text(told.time)); give that date, or leave the message out with "
          + "--drop-type \(told.type) if it is wrong")
    }
    return given.time
  }

  private func toldByStream() throws(UsageError) -> GPSTime {
    if let told { return told.time }
    throw UsageError(
      message: """
        give --date: observations say only the time of the week, and no message of this stream \
        (1013, 1029, 1042, 1045 or 1046) says which week; a day such as 2018-10-04 will do
        """)
  }

  /// Half a week, as --date has it, and a day by which an ephemeris may be old; in seconds.
  private static let tolerance = 4.5 * 86_400

  private static func text(_ time: GPSTime) -> String {
    Date(timeIntervalSince1970: Double(time.unixTime.nanoseconds / 1_000_000_000)).formatted(
      .iso8601)
  }
}
