/// Feeds a receiver a stream, cut in many ways: each time it must find the same.
///
/// ```swift
/// try StreamVerifier().verify(mixing: frames) { pieces in
///   var parser = MyParser()
///   for piece in pieces { parser.take(piece) }
///   parser.finish()
///   return parser.frames
/// }
/// ```
/// The closure makes a new receiver, gives it one piece after the other, tells it that the stream has
/// ended, and returns what it found.
public struct StreamVerifier: Hashable, Sendable {
  /// The ways the stream is cut, each for a receiver of its own.
  public var cuts: [StreamCut]

  /// Creates a verifier that cuts in some ways.
  public init(cuts: [StreamCut] = StreamCut.usual) { self.cuts = cuts }

  /// Checks that a receiver finds the whole frames of damaged streams, and no others.
  ///
  /// - Parameters:
  ///   - frames: Valid frames, of which ``TestStream/init(mixing:seed:)`` makes the streams.
  ///   - seeds: A stream for each.
  ///   - receiver: Gives the frames it found, from 0xD3 to the last byte of the CRC.
  /// - Throws: ``StreamDisagreement``, the first there is.
  public func verify(
    mixing frames: [[UInt8]], seeds: ClosedRange<UInt64> = 1...8,
    by receiver: (_ pieces: [[UInt8]]) -> [[UInt8]]
  ) throws(StreamDisagreement) {
    for seed in seeds {
      do throws(StreamDisagreement) {
        try verify(TestStream(mixing: frames, seed: seed), by: receiver)
      } catch {
        throw error.inStream(bySeed: seed)
      }
    }
  }

  /// Checks that a receiver finds the frames of a stream, and no others.
  ///
  /// - Throws: ``StreamDisagreement``, which says which frame it missed or made up.
  public func verify(
    _ stream: TestStream, by receiver: (_ pieces: [[UInt8]]) -> [[UInt8]]
  ) throws(StreamDisagreement) {
    let expected = stream.frames.map(\.bytes)
    do throws(StreamDisagreement) {
      try verify(stream.bytes, expecting: expected, by: receiver)
    } catch {
      throw stream.frames.indices.contains(error.index)
        ? error.naming(stream.frames[error.index]) : error
    }
  }

  /// Checks that a receiver finds what it should: messages, say.
  ///
  /// - Throws: ``StreamDisagreement``, the first there is.
  public func verify<Found: Equatable>(
    _ bytes: [UInt8], expecting expected: [Found], by receiver: (_ pieces: [[UInt8]]) -> [Found]
  ) throws(StreamDisagreement) {
    for cut in cuts {
      let found = receiver(cut.pieces(of: bytes))
      guard found != expected else { continue }
      let same = zip(found, expected).prefix { $0 == $1 }.count
      throw StreamDisagreement(
        cut: cut, foundCount: found.count, expectedCount: expected.count, index: same)
    }
  }

  /// Checks that a receiver makes the same of a stream each time, whatever that is.
  ///
  /// - Throws: ``StreamDisagreement`` for the first way that gives something else than the first way.
  public func verify<Found: Equatable>(
    _ bytes: [UInt8], by receiver: (_ pieces: [[UInt8]]) -> Found
  ) throws(StreamDisagreement) {
    guard let first = cuts.first else { return }
    let expected = receiver(first.pieces(of: bytes))
    for cut in cuts.dropFirst() where receiver(cut.pieces(of: bytes)) != expected {
      throw StreamDisagreement(cut: cut, foundCount: 1, expectedCount: 1, index: 0)
    }
  }
}

/// A difference between the content of a stream and a receiver's findings.
public struct StreamDisagreement: Error, Hashable, Sendable {
  /// The way the stream was cut.
  public let cut: StreamCut
  /// The number of things that the receiver found.
  public let foundCount: Int
  /// The number of things in the stream.
  public let expectedCount: Int
  /// The index of the first thing that is missing or another, from 0; where all are found and more, their
  /// count.
  public let index: Int
  /// The frame it should have been, where it is known.
  public private(set) var frame: TestStream.Frame?
  /// The seed of the stream, where the verifier made it.
  public private(set) var seed: UInt64?

  init(cut: StreamCut, foundCount: Int, expectedCount: Int, index: Int) {
    self.cut = cut
    self.foundCount = foundCount
    self.expectedCount = expectedCount
    self.index = index
  }

  func naming(_ frame: TestStream.Frame) -> Self {
    var error = self
    error.frame = frame
    return error
  }

  func inStream(bySeed seed: UInt64) -> Self {
    var error = self
    error.seed = seed
    return error
  }
}

extension StreamDisagreement: CustomStringConvertible {
  /// The difference, its place, and the way to see it again.
  public var description: String {
    let stream = seed.map { "the stream of seed \($0)" } ?? "the stream"
    let type = frame?.messageType.map { " of type \($0)" } ?? ""
    let place = frame.map { ", the frame\(type) at byte \($0.offset)" } ?? ""
    let what =
      index == expectedCount
      ? "all \(expectedCount) were found, and \(foundCount - expectedCount) that are not there"
      : "\(foundCount) found where there are \(expectedCount), wrong from number \(index + 1) on\(place)"
    return "\(stream) \(cut): \(what); feed it alone to your receiver, and look there"
  }
}
