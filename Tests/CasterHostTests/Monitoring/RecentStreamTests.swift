import GNSSBasics
import RTCMStreams
import TestSupport
import Testing

@testable import CasterHost

@Suite("The last bytes of a mountpoint")
struct RecentStreamTests {
  private static func offsets(_ stream: RecentStream) -> [Int] {
    var offsets: [Int] = []
    stream.forEachFrame { offsets.append($0.offset) }
    return offsets
  }

  @Test("hold each frame at its place in the stream, however it came", arguments: [1, 7, 33, 1000])
  func holds(pieceSize: Int) throws {
    let frame = try ObservationFrames.frame(1077, time: 0)
    let bytes = Array((0..<20).map { _ in frame }.joined())
    var stream = RecentStream()
    var rest = bytes[...]
    while !rest.isEmpty {
      stream.add(Array(rest.prefix(pieceSize)), at: .zero)
      rest = rest.dropFirst(pieceSize)
    }
    #expect(Self.offsets(stream) == (0..<20).map { $0 * frame.count })
    #expect(stream.statistics.counts.frames == 20 && stream.byteCount == bytes.count)
  }

  @Test("are 64 kB at most, and the frames in them keep their places")
  func forgets() throws {
    let frame = try ObservationFrames.frame(1077, time: 0)
    var stream = RecentStream()
    let count = 2 * RecentStream.longestMemory / frame.count
    for _ in 0..<count { stream.add(frame, at: .zero) }
    let offsets = Self.offsets(stream)
    #expect(offsets.count <= RecentStream.longestMemory / frame.count)
    #expect(offsets.count > 1000)
    #expect(offsets.last == (count - 1) * frame.count)
    #expect(stream.statistics.counts.frames == count)
  }

  @Test("are many small pieces at most, so that a stream of single bytes takes no more memory")
  func boundsPieces() {
    var stream = RecentStream()
    for _ in 0..<10_000 { stream.add([0], at: .zero) }
    #expect(stream.byteCount == 10_000)
    #expect(stream.statistics.counts.noPreamble == 10_000)
    #expect(stream.pieceCount == 2048)
  }

  @Test("tell a wrong checksum, a gap, and the last observations with their time")
  func tells() throws {
    var stream = RecentStream()
    for second in [0, 1, 2, 5] {
      stream.add(try ObservationFrames.frame(1077, time: 1000 * second), at: .seconds(second + 10))
    }
    var damaged = try ObservationFrames.frame(1077, time: 6000)
    damaged[9] ^= 1
    stream.add(damaged, at: .seconds(16))
    #expect(stream.statistics.counts.badCRC == 1)
    #expect(stream.statistics.missingEpochs == 2)
    let found = stream.lastObservations()
    let last = try #require(found)
    #expect(last.epoch.milliseconds == 5000 && last.time == .seconds(15))
    #expect(stream.lastTime == .seconds(16))
  }
}
