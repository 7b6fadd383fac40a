import TestSupport
import RTCMStreams
import Testing

@Suite("Splitting")
struct FrameSplitterTests {
  /// Returns the pieces of a stream by key, in the order in which they begin.
  private func pieces(
    _ stream: [UInt8], by criterion: FrameSplitter.Criterion
  ) -> [(key: String, frames: [ScanResult.Frame])] {
    var splitter = FrameSplitter(by: criterion)
    var scanner = FrameScanner()
    var pieces: [(key: String, frames: [ScanResult.Frame])] = []
    scanner.consume(stream.span) { frame in
      let key = splitter.piece(of: frame).key
      var result = ScanResult()
      result.add(frame)
      if let index = pieces.firstIndex(where: { $0.key == key }) {
        pieces[index].frames += result.frames
      } else {
        pieces.append((key, result.frames))
      }
    }
    return pieces
  }

  /// Returns an MSM of a system at a time of the GPS day.
  private func observation(_ constellation: Constellation, at milliseconds: Int) throws -> [UInt8] {
    try RTCMMessage.msm(MadeUpBase.observations(of: constellation, at: milliseconds)).frame()
  }

  @Test("a piece for each message type")
  func types() throws {
    let stream = try MadeUpBase.stream(seconds: 3) + framed([1])
    let pieces = pieces(stream, by: .messageType)
    #expect(pieces.map(\.key) == ["1077", "1087", "1097", "1127", "1005", "none"])
    #expect(pieces.map(\.frames.count) == [3, 3, 3, 3, 3, 1])
    #expect(pieces[1].frames.allSatisfy { $0.type == 1087 })
  }

  @Test("a piece for each system, and for messages of none")
  func constellations() throws {
    let pieces = pieces(try MadeUpBase.stream(seconds: 2), by: .constellation)
    #expect(pieces.map(\.key) == ["gps", "glonass", "galileo", "beidou", "none"])
    #expect(pieces.allSatisfy { $0.frames.count == 2 })
  }

  @Test("a piece for each station, and for messages of none")
  func stations() throws {
    let ephemeris = try framed([0x3F, 0xB0, 0x12, 0x34])  // 1019
    let pieces = pieces(try MadeUpBase.stream(seconds: 2) + ephemeris, by: .stationID)
    #expect(pieces.map(\.key) == ["17", "2003", "none"])
    #expect(pieces.map(\.frames.count) == [8, 2, 1])
  }

  @Test("epochs stay whole, and so do pieces over midnight", arguments: [1, 2, 3, 5])
  func intervals(seconds: Int) throws {
    // Five frames each second from three seconds before midnight to four after it.
    let pieces = pieces(
      try MadeUpBase.stream(seconds: 7), by: .interval(milliseconds: seconds * 1000))
    let expected = [1: [1, 1, 1, 1, 1, 1, 1], 2: [1, 2, 2, 2], 3: [3, 3, 1], 5: [3, 4]]
    #expect(pieces.map { $0.frames.count / 5 } == expected[seconds])
    #expect(pieces.map(\.key).first == "0001")
    for piece in pieces {
      #expect(piece.frames.first?.type == 1077)
      #expect(piece.frames.last?.type == 1005)
    }
  }

  @Test("a piece begins on the second, though receivers observe a little beside it")
  func tolerance() throws {
    let times = [58_999, 59_999, 60_996, 118_000, 119_994, 120_001]
    let stream = try times.flatMap { try observation(.gps, at: $0) }
    let pieces = pieces(stream, by: .interval(milliseconds: 60_000))
    #expect(pieces.map(\.frames.count) == [1, 4, 1])
  }

  @Test("an observation that comes late stays, one of long ago begins a piece")
  func late() throws {
    let times = [119_000, 120_000, 119_500, 120_500, 61_000, 62_000, 30_000]
    let stream = try times.flatMap { try observation(.gps, at: $0) }
    let pieces = pieces(stream, by: .interval(milliseconds: 60_000))
    #expect(pieces.map(\.frames.count) == [1, 5, 1])
    let again = try [3_600_000, 3_601_000, 0, 1000].flatMap { try observation(.gps, at: $0) }
    #expect(
      self.pieces(again, by: .interval(milliseconds: 1_800_000)).map(\.frames.count) == [2, 2])
  }

  @Test("an observation of exactly a minute ago stays, one of a millisecond more begins a piece")
  func lateLimit() throws {
    for (time, counts) in [(60_000, [2]), (59_999, [1, 1])] {
      let stream = try [120_000, time].flatMap { try observation(.gps, at: $0) }
      let pieces = pieces(stream, by: .interval(milliseconds: 30_000))
      #expect(pieces.map(\.frames.count) == counts)
    }
  }

  @Test("pieces of bytes are no longer than told, but for a frame that is")
  func bytes() throws {
    let stream = try MadeUpBase.stream(seconds: 5)
    let longest = frames(of: stream).map(\.bytes.count).max() ?? 0
    for limit in [1, longest, 300, 1000, 100_000] {
      let pieces = pieces(stream, by: .byteCount(limit))
      #expect(Array(pieces.flatMap(\.frames).map(\.bytes).joined()) == stream)
      for (piece, next) in zip(pieces, pieces.dropFirst()) {
        let length = piece.frames.reduce(0) { $0 + $1.bytes.count }
        #expect(length <= limit || piece.frames.count == 1)
        #expect(length + next.frames[0].bytes.count > limit)
      }
    }
  }

  @Test("pieces of frames are of so many")
  func counts() throws {
    let pieces = pieces(try MadeUpBase.stream(seconds: 5), by: .frameCount(10))
    #expect(pieces.map(\.frames.count) == [10, 10, 5])
    #expect(pieces.map(\.key) == ["0001", "0002", "0003"])
  }
}
