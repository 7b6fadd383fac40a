public import RTCMStreams
public import TextOutput

extension StreamStatistics {
  /// The longest frame and its way over links with short frames, as lines for people; `nil` without frames.
  public var shortFrameLinks: String? {
    guard let longest = longestFrame else { return nil }
    let type = types.first { $0.longestFrame == longest }.map { ", a \($0.type)" } ?? ""
    let width = ShortFrameLink.all.map { $0.name.count }.max() ?? 0
    let lines = ShortFrameLink.all.map { link in
      let gap = String(repeating: " ", count: width - link.name.count + 2)
      return "  \(link.name)\(gap)\(ShortFrameLoad(of: self, on: link).sentence(longest))"
    }
    return (["longest frame: \(longest) bytes\(type); on links with short frames:"] + lines)
      .joined(separator: "\n")
  }

  /// Writes the longest frame and the links with short frames as members of a JSON object.
  public func writeShortFrameLinks(to json: inout JSONWriter) {
    json.member("longest_frame_bytes", longestFrame)
    json.array("short_frame_links") { json in
      for link in ShortFrameLink.all {
        ShortFrameLoad(of: self, on: link).write(to: &json)
      }
    }
  }
}

extension ShortFrameLoad {
  /// The fate of the stream's frames, the longest of which has `longest` bytes.
  fileprivate func sentence(_ longest: Int) -> String {
    guard framesLost == 0 else { return "\(frames(framesLost)) too long, \(remedy)" }
    let pieces = link.pieces(ofFrameOf: longest) ?? 1
    if pieces == 1 { return "each frame in one piece" }
    return "the longest in \(pieces) pieces, \(frames(framesCut)) cut"
  }

  private var remedy: String {
    let types = typesLost.map(String.init).joined(separator: ", ")
    let limit = link.maximumFrameLength ?? link.pieceLength
    return canBeSplit
      ? "of \(types): 'boardsim rtcm convert --max-frame \(limit)' splits them"
      : "of \(types), of which 'boardsim rtcm convert --max-frame \(limit)' splits the MSMs"
  }

  private func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }

  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("link", link.name)
      json.member("piece_bytes", link.pieceLength)
      json.member("max_pieces", link.maximumPieces)
      json.member("frames_cut", framesCut)
      json.member("frames_lost", framesLost)
      json.member("pieces", pieces)
      json.array("types_lost") { for type in typesLost { $0.value(type) } }
    }
  }
}
