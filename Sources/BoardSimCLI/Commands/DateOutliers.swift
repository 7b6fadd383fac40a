internal import RTCMStreams
internal import TextOutput

extension StreamDate {
  /// Checks that a date by which times were written is not of another week.
  ///
  /// - Parameters:
  ///   - dated: The date by which the times were written; `nil` when none was needed.
  ///   - settled: The date that most of the messages tell.
  ///   - times: The times, in words.
  /// - Throws: ``Failure`` when the messages tell another week.
  func check(_ dated: GPSTime?, against settled: GPSTime, times: String) throws(Failure) {
    guard let dated, !agrees(with: dated) else { return }
    throw Failure(
      message: "\(times) are of a wrong week: the first message to tell a date said "
        + "\(dated.utcText), and later ones that the stream began at \(settled.utcText); "
        + "convert it again with --date \(settled.utcText.prefix(10))")
  }
}

extension [DateClaim] {
  /// A line on the messages that contradict the date of their stream.
  var remark: String { "left out of the date, as more of the stream tells another: " + phrase }
}

extension DateClaim {
  /// Writes the claim as a JSON object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("message_type", messageType)
      json.member("says", time.utcText)
      json.member("count", count)
    }
  }
}

extension ImpossibleTimes {
  /// Writes the messages as a JSON object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("message_type", messageType)
      json.member("count", count)
      json.member("first", first.description)
    }
  }
}
