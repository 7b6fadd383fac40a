internal import RTCMStreams
internal import TextOutput

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
