/// A check that a receiver finds the same frames however a stream is cut.
///
/// ```swift
/// try StreamVerifier().verify(mixing: frames) { pieces in
///   var parser = MyParser()
///   for piece in pieces { parser.take(piece) }
///   parser.finish()
///   return parser.frames
/// }
/// ```
/// The closure creates a new receiver, gives it one piece after the other, tells it that the stream has
/// ended, and returns the frames found.
public struct StreamVerifier: Hashable, Sendable {
  /// The ways of cutting the stream; each is tried with a new receiver.
  public var cuts: [StreamCut]

  /// Creates a verifier with the given ways of cutting.
  public init(cuts: [StreamCut] = StreamCut.usual) { self.cuts = cuts }

  /// Checks that a receiver finds exactly the intact frames of damaged streams.
  ///
  /// - Parameters:
  ///   - frames: Valid frames, from which ``TestStream/init(mixing:seed:)`` makes the streams.
  ///   - seeds: The seeds of the streams, one stream for each.
  ///   - receiver: A closure that returns the frames found, each from 0xD3 to the last byte of the CRC.
  /// - Throws: ``StreamDisagreement``, the first one found.
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

  /// Checks that a receiver finds exactly the frames of a stream.
  ///
  /// - Throws: ``StreamDisagreement``, with the frame that the receiver missed or invented.
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

  /// Checks that a receiver finds the expected values, such as messages.
  ///
  /// - Throws: ``StreamDisagreement``, the first one found.
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

  /// Checks that a receiver returns the same result for every way of cutting, whatever the result is.
  ///
  /// - Throws: ``StreamDisagreement``, for the first way whose result differs from that of the first in
  ///   ``cuts``.
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

/// A difference between a stream's content and a receiver's results.
public struct StreamDisagreement: Error, Hashable, Sendable {
  /// The way in which the stream was cut.
  public let cut: StreamCut
  /// The number of results of the receiver.
  public let foundCount: Int
  /// The number of expected results.
  public let expectedCount: Int
  /// The index of the first missing or wrong result, from 0.
  ///
  /// If all expected results were found and further ones follow, the index is the number of expected results.
  public let index: Int
  /// The expected frame at the index; `nil` if it is not known.
  public private(set) var frame: TestStream.Frame?
  /// The seed of the stream; `nil` if the verifier did not make the stream.
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
  /// The difference, its place, and the way to reproduce it.
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
