import Foundation
import RTCMParser
import RTCMTestKit
import TestSupport
import Testing

/// Comparison with the values that pyrtcm, run by the test, reads from a frame of every message type.
@Suite(
  "Sample frames against pyrtcm",
  .compares(with: .pyrtcm))
struct PyrtcmSampleTests {
  @Test("each value that was put in is the one pyrtcm reads")
  func agrees() throws {
    // pyrtcm knows only the standard's layouts.
    let vectors = try TestVector.all().filter { !$0.message.isDraft }
    let readings = try PyrtcmAttributes.read(vectors.map(\.frame))
    #expect(readings.count == vectors.count)
    for (vector, reading) in zip(vectors, readings) {
      guard let attributes = reading else {
        #expect(Self.notParsed.contains(vector.type), "pyrtcm cannot parse \(vector.name)")
        continue
      }
      if Self.notDefined.contains(vector.type) { continue }
      var comparison = PyrtcmComparison(attributes, place: vector.name)
      try comparison.compare(vector.message)
    }
  }

  /// The MSM2 types, in which pyrtcm 1.2.1 looks up a repeat count under a wrong name.
  static let notParsed: Set<UInt16> = [1072, 1082, 1092, 1102, 1112, 1122, 1132]

  /// The types of which pyrtcm knows the number but no fields.
  static let notDefined: Set<UInt16> = [63, 1043, 4072]
}

/// The attributes of messages as decoded by a pyrtcm process.
private enum PyrtcmAttributes {
  /// Returns the attributes of each frame; `nil` where pyrtcm fails.
  static func read(_ frames: [[UInt8]]) throws -> [[String: Any]?] {
    let hexadecimal = frames.map { frame in
      frame.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
    }
    let folder = try TemporaryFolder()
    let file = try folder.write(Array(hexadecimal.joined(separator: "\n").utf8), to: "frames")
    let output = try PythonPackage.pyrtcm.run(
      "pyrtcm_attributes.py", in: folder.url, input: URL(filePath: file))
    return try output.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
        as? [String: Any]
    }
  }
}
