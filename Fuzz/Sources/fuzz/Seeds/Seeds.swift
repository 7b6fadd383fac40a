import Foundation
import RTCMParser
import RTCMTestKit

/// Writes a dictionary and the first inputs of every target: `TARGET.dict` and `TARGET/NNN`.
func writeSeeds(to directory: String, capture: String) throws {
  let frames = Seeds.frames(
    of: [UInt8](try Data(contentsOf: URL(filePath: capture)).prefix(20_000)))
  let seeds = Seeds(
    captured: frames,
    payloads: try Seeds.everyMessage() + frames.map { Array($0[3..<($0.count - 3)]) })
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

  /// A payload of every type that is decoded, and one cut short.
  static func everyMessage() throws -> [[UInt8]] {
    try TestVector.all().flatMap { [$0.payload, $0.payload.dropLast(3)] }
  }
}
