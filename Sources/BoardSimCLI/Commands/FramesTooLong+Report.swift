internal import RTCMStreams
internal import RTCMText
internal import TextOutput

extension FramesTooLong {
  /// The number of frames, their length, and the remedy.
  var sentence: String {
    let name = type.map { "\($0)" } ?? "no type"
    let count = frames == 1 ? "1 frame" : "\(frames) frames"
    return "\(count) of \(name), up to \(longest) bytes: \(remedy)"
  }

  private var remedy: String {
    guard let type else { return "its frames cannot be split" }
    let drop = "or leave them out with --drop-type \(type)"
    guard MSMType(messageType: type) != nil, limitNeeded < longest else {
      return "cannot be split; allow --max-frame \(limitNeeded), \(drop)"
    }
    let reduction =
      limitNeededAsMSM4.map {
        "; with --msm 4 \($0) bytes are enough, with fewer signals (--drop-signal) less"
      }
      ?? "; with fewer signals (--drop-signal) less"
    return "one satellite needs --max-frame \(limitNeeded)\(reduction); \(drop)"
  }

  /// Writes the frames as a JSON object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("type", type)
      json.member("frames", frames)
      json.member("longest_bytes", longest)
      json.member("max_frame_needed", limitNeeded)
      json.member("max_frame_needed_as_msm4", limitNeededAsMSM4)
    }
  }
}

extension ConversionCounts {
  /// Fails when frames were left out for their length.
  func checkLengths(of output: String) throws(Failure) {
    guard !framesTooLong.isEmpty else { return }
    let count = framesTooLong.reduce(0) { $0 + $1.frames }
    throw Failure(
      message:
        "'\(output)' lacks \(count) \(count == 1 ? "frame" : "frames") longer than --max-frame: "
        + framesTooLong.map(\.sentence).joined(separator: "; "))
  }
}
