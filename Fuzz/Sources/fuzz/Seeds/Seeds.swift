import Foundation
import RTCMParser

/// Writes a dictionary and the first inputs of every target: `TARGET.dict` and `TARGET/NNN`.
func writeSeeds(to directory: String, capture: String) throws {
  let frames = Seeds.frames(
    of: [UInt8](try Data(contentsOf: URL(filePath: capture)).prefix(20_000)))
  let seeds = Seeds(
    captured: frames, payloads: Seeds.everyMessage() + frames.map { Array($0[3..<($0.count - 3)]) })
  for target in FuzzTarget.allCases {
    let folder = URL(filePath: directory).appending(path: target.rawValue)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, input) in seeds.inputs(for: target).enumerated() {
      try Data(input).write(to: folder.appending(path: "seed-\(index)"))
    }
    let dictionary = target.words.map { "\"" + escaped($0) + "\"\n" }.joined()
    try Data(dictionary.utf8).write(to: folder.appendingPathExtension("dict"))
  }
}

/// A word in the notation of libFuzzer's dictionaries.
private func escaped(_ word: [UInt8]) -> String {
  word.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// First inputs, made by our own encoders.
struct Seeds {
  /// Whole frames of a capture.
  var captured: [[UInt8]]
  /// Payloads of as many message types as there are.
  var payloads: [[UInt8]]

  /// The frames of a stream, one of each type and length.
  static func frames(of stream: [UInt8]) -> [[UInt8]] {
    var scanner = FrameScanner()
    var seen: Set<[UInt8]> = []
    var frames: [[UInt8]] = []
    scanner.consume(stream.span) { frame in
      let bytes = [UInt8](frame.bytes)
      if seen.insert(Array(bytes[1..<5])).inserted { frames.append(bytes) }
    }
    return frames
  }

  /// A payload of every type that is decoded: all zeros, and with some bits set.
  static func everyMessage() -> [[UInt8]] {
    var payloads: [[UInt8]] = []
    for type in UInt16(0)...4095 {
      for density in [0, 1, 3] {
        var random = Xoshiro256(seed: UInt64(type) << 8 | UInt64(density), part: "seeds")
        var bytes = (0..<1023).map { _ in sparse(density, using: &random) }
        bytes[0] = UInt8(type >> 4)
        bytes[1] = UInt8(type & 15) << 4 | bytes[1] & 15
        if let payload = shortestMessage(in: bytes) { payloads.append(payload) }
      }
    }
    return payloads
  }

  /// A byte with bits set as the density says: 0 none, 1 an eighth, 3 half of them.
  private static func sparse(_ density: Int, using random: inout Xoshiro256) -> UInt8 {
    let (a, b, c) = (random.next(), random.next(), random.next())
    return UInt8(truncatingIfNeeded: density == 0 ? 0 : density == 1 ? a & b & c : a)
  }

  /// The shortest beginning that is a whole message of a type with a decoder, encoded by it.
  private static func shortestMessage(in bytes: [UInt8]) -> [UInt8]? {
    var decoded: RTCMMessage?
    for length in 2...bytes.count {
      decoded = try? RTCMMessage(decoding: bytes.span.extracting(first: length))
      if case .other = decoded { return nil }
      if decoded != nil { break }
    }
    return try? decoded?.encode()
  }
}
