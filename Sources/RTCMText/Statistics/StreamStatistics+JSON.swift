public import RTCMStreams
public import TextOutput

extension StreamStatistics {
  /// Writes the counts as members of a JSON object, with the names of `rtcm stats --json`.
  public func writeMembers(to json: inout JSONWriter) {
    json.object("frames") { json in
      for (type, count) in frames.byType { json.member("\(type)", count) }
      if frames.untyped > 0 { json.member("none", frames.untyped) }
    }
    for (name, count) in counts.named { json.member(name, count) }
  }

  /// Writes the rates of epochs and messages as the member `rates` of a JSON object.
  public func writeRates(to json: inout JSONWriter) {
    json.object("rates") { json in
      json.member("seconds", seconds, decimals: 3)
      json.member("epochs", epochs)
      json.member("epoch_interval_seconds", inSeconds(epochIntervalMilliseconds), decimals: 3)
      json.member("missing_epochs", missingEpochs)
      json.member("longest_interval_seconds", inSeconds(longestIntervalMilliseconds), decimals: 3)
      json.member("time_jumps", timeJumps)
      json.member("frame_bytes_per_second", frameBytesPerSecond, decimals: 1)
      json.member("busiest_second_bytes", busiestSecondBytes)
      json.object("types") { json in
        for type in types { json.object("\(type.type)") { write(type, to: &$0) } }
      }
    }
  }

  private func write(_ type: TypeStatistics, to json: inout JSONWriter) {
    json.member("frames", type.frames)
    json.member("bytes", type.bytes)
    json.member("longest_frame_bytes", type.longestFrame)
    json.member("bytes_per_second", seconds.map { Double(type.bytes) / $0 }, decimals: 1)
    json.member("busiest_second_bytes", type.busiestSecondBytes)
    json.member("epochs", type.epochs)
    json.member("interval_seconds", inSeconds(type.intervalMilliseconds), decimals: 3)
    json.member("missing_epochs", type.missingEpochs)
    json.member("longest_pause_seconds", inSeconds(type.longestPauseMilliseconds), decimals: 3)
    json.array("station_ids") { for id in type.stationIDs { $0.value(id) } }
  }

  private func inSeconds(_ milliseconds: Int?) -> Double? { milliseconds.map { Double($0) / 1000 } }
}
