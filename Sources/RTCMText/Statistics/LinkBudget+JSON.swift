public import RTCMStreams
public import TextOutput

extension LinkBudget {
  /// Writes the link budget as the member `link` of a JSON object.
  public func write(to json: inout JSONWriter) {
    json.object("link") { json in
      json.member("bytes_per_second", capacity, decimals: 1)
      json.member("result", result.name)
      json.member("mean_bytes_per_second", mean, decimals: 1)
      json.member("busiest_second_bytes", busiestSecondBytes)
      json.array("leave_out") { json in
        for saving in savings { Self.write(saving, to: &json) }
      }
      json.member("mean_bytes_per_second_left", meanLeft, decimals: 1)
      json.member("busiest_second_bytes_left", busiestSecondLeft)
      json.member("is_enough", isEnough)
    }
  }

  private static func write(_ saving: Saving, to json: inout JSONWriter) {
    json.object { json in
      json.member("type", saving.type)
      json.member("reason", saving.reason)
      json.member("saves_bytes_per_second", saving.bytesPerSecond, decimals: 1)
      json.member("saves_busiest_second_bytes", saving.busiestSecondBytes)
    }
  }
}
