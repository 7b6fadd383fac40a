internal import GNSSBasics
internal import RTCMStreams
internal import TextOutput

/// The observations and ephemerides of a stream that a conversion could not write.
struct ConversionLosses {
  /// The kinds of missing content, with their reasons.
  let omissions: [Omission]
  /// The messages left out because their times are impossible.
  let impossibleTimes: [ImpossibleTimes]
  /// The GLONASS slots whose given frequency channels contradict the stream.
  let contradictedChannels: [UInt8]
  /// Whether nothing was written.
  let isEmpty: Bool
  /// The verb for missing content in the output's format: `left out` or `left empty`.
  let verb: String

  /// The greatest number of omissions listed one by one.
  private static let linesAtMost = 20

  /// The report's lines: one for each omission, and one for all omissions due to the RINEX version.
  var lines: [String] {
    let ofVersion = omissions.filter { $0.reason == .notInVersion }
    let others = omissions.filter { $0.reason != .notInVersion }
    var lines: [String] = []
    if !ofVersion.isEmpty {
      lines.append(
        "\(verb), as this version of RINEX has no place for it: "
          + ofVersion.map(\.description).joined(separator: ", "))
    }
    lines += others.prefix(Self.linesAtMost).map { omission in
      "\(omission.reason == .undecodable ? "left out" : verb): \(omission.sentence)"
    }
    if others.count > Self.linesAtMost {
      lines.append("\(verb): … \(others.count - Self.linesAtMost) more kinds; --json lists them")
    }
    if !contradictedChannels.isEmpty {
      let names = contradictedChannels.map { "\(SatelliteID(.glonass, Int($0)))" }
      lines.append(
        "--glonass-channel: the stream tells another channel, which was taken, of "
          + names.joined(separator: ", "))
    }
    if !impossibleTimes.isEmpty {
      lines.append(
        "left out, as their times cannot be: "
          + impossibleTimes.map(\.description).joined(separator: ", "))
    }
    return lines
  }

  /// Writes `left_out`, and, when not empty, `glonass_channels_contradicted` and `impossible_times`.
  func write(to json: inout JSONWriter) {
    json.array("left_out") { json in
      for omission in omissions { omission.write(to: &json) }
    }
    if !contradictedChannels.isEmpty {
      json.array("glonass_channels_contradicted") { json in
        for slot in contradictedChannels { json.value("\(SatelliteID(.glonass, Int(slot)))") }
      }
    }
    if !impossibleTimes.isEmpty {
      json.array("impossible_times") { json in
        for messages in impossibleTimes { messages.write(to: &json) }
      }
    }
  }

  /// Fails when nothing was written.
  func check(_ output: String) throws(Failure) {
    guard isEmpty else { return }
    let reason =
      omissions.first.map(\.sentence)
      ?? impossibleTimes.first.map { "the time of \($0) cannot be" }
      ?? "the input holds none that passes the options"
    throw Failure(
      message: "'\(output)' has no observation and no ephemeris: \(reason)")
  }
}

extension Omission {
  /// The omission's number, subject, reason and remedy.
  fileprivate var sentence: String {
    switch reason {
    case .incompleteRange:
      "\(observations) of \(subject), whose ranges lack the whole milliseconds; "
        + "ask the station for MSM4 to MSM7, or for 1002, 1004, 1010 or 1012"
    case .unknownChannel:
      "\(count) \(count == 1 ? "phase" : "phases") of \(subject), whose frequency channel no 1020, MSM5, MSM7 or 1009 to 1012 "
        + "tells; give it: --glonass-channel \(subject)=N"
    case .unnamedSignal:
      "\(observations) of \(subject), which has no name in the standard; "
        + "'boardsim rtcm decode' shows them"
    case .reservedSatellite:
      "\(observations) of \(subject), which is no satellite's number; "
        + "'boardsim rtcm decode' shows them"
    case .undecodable:
      "\(count) \(count == 1 ? "message" : "messages") \(subject), which cannot be decoded; "
        + "'boardsim rtcm decode' tells why"
    case .notInVersion:
      "\(self), which this version of RINEX has no place for; --rinex-version 4.00 has more"
    }
  }

  private var observations: String { count == 1 ? "1 observation" : "\(count) observations" }

  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("what", "\(subject)")
      json.member("reason", reason.rawValue)
      json.member("count", count)
      if let firstTime { json.member("first_time_gps", firstTime.iso8601) }
    }
  }
}
