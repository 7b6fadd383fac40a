internal import RTCMParser
internal import RTCMTestKit

/// The vectors for tests of other parsers.
///
/// A set has frames with their values, frames whose messages must be refused, and streams with the frames in
/// them.
struct VectorSet {
  /// A stream with a name.
  struct NamedStream {
    var name: String
    var stream: TestStream
  }

  let vectors: [TestVector]
  let malformed: [MalformedFrame]
  let streams: [NamedStream]

  /// Creates the vectors of some types; of all types when the list is empty.
  init(types: [UInt16]) throws {
    let all = try TestVector.all()
    if let unknown = types.first(where: { type in !all.contains { $0.type == type } }) {
      throw Failure(
        message: "there is no vector of type \(unknown); 'boardsim rtcm types' lists the types")
    }
    vectors = types.isEmpty ? all : all.filter { types.contains($0.type) }
    malformed = try vectors.flatMap { try $0.malformed() }
    streams = Self.streams(of: vectors.map(\.frame))
  }

  private static func streams(of frames: [[UInt8]]) -> [NamedStream] {
    let damaged = FrameDamage.allCases.map { damage in
      NamedStream(name: damage.rawValue, stream: damagedStream(of: frames, by: damage))
    }
    let mixed = OtherBytes.allCases.map { other in
      NamedStream(name: other.rawValue, stream: mixedStream(of: frames, with: other))
    }
    let all = TestStream(mixing: frames, seed: 1)
    let middle = all.bytes.count / 2
    return damaged + mixed + [
      NamedStream(name: "begun-in-the-middle", stream: all.dropping(firstBytes: middle)),
      NamedStream(name: "cut-at-a-bit", stream: all.prefix(bits: middle * 8 + 3)),
      NamedStream(name: "everything", stream: all),
    ]
  }

  /// Returns a stream of five pairs of a frame and its damaged copy, with an intact frame at the end.
  private static func damagedStream(of frames: [[UInt8]], by damage: FrameDamage) -> TestStream {
    var stream = TestStream()
    for index in 0..<5 {
      let frame = frames[index % frames.count]
      stream.append(frame: frame)
      stream.append(frame: frame, damagedBy: damage, seed: UInt64(index))
    }
    stream.append(frame: frames[0])
    return stream
  }

  private static func mixedStream(of frames: [[UInt8]], with other: OtherBytes) -> TestStream {
    var stream = TestStream()
    for index in 0..<5 {
      stream.append(other, seed: UInt64(index))
      stream.append(frame: frames[index % frames.count])
    }
    return stream
  }
}
