import TestSupport
import RTCMStreams
import Testing

@Suite("Merging")
struct EpochMergerTests {
  /// Returns the merged output when the streams are read in turn, `chunkLength` bytes of each at a time.
  private func merged(_ streams: [[UInt8]], chunkLength: Int, backlog: Int = 64) -> [UInt8] {
    var merger = EpochMerger(sourceCount: streams.count, maximumBacklog: backlog)
    var scanners = streams.map { _ in FrameScanner() }
    var (output, start) = ([UInt8](), 0)
    let longest = streams.map(\.count).max() ?? 0
    while start < longest {
      for (index, stream) in streams.enumerated() where start < stream.count {
        let end = start + min(chunkLength, stream.count - start)
        scanners[index].consume(stream.span.extracting(start..<end)) {
          merger.add($0, from: index, into: &output)
        }
      }
      start += chunkLength
    }
    for index in streams.indices { merger.finish(source: index, into: &output) }
    return output
  }

  private func only(_ constellations: [Constellation], of stream: [UInt8]) -> [UInt8] {
    converted(stream) { $0.keptConstellations = constellations }
  }

  @Test("a source without observations goes out while it comes, and is not kept for ever")
  func withoutObservations() throws {
    let station = AntennaReferencePoint(stationID: 1, position: ECEFPosition(x: 1, y: 2, z: 3))
    let frame = try RTCMMessage.antennaReferencePoint(station).frame()
    var merger = EpochMerger(sourceCount: 1)
    var scanner = FrameScanner()
    var (output, sent) = ([UInt8](), 0)
    for _ in 0..<1000 {
      scanner.consume(frame.span) { merger.add($0, from: 0, into: &output) }
      sent += frame.count
      #expect(sent - output.count <= 256 * frame.count)
    }
  }

  private func observations(_ bytes: [UInt8]) -> [[UInt8]] {
    frames(of: bytes).filter { $0.type != 1005 }.map(\.bytes)
  }

  @Test("a stream that was split by system is whole again", arguments: [1, 100, 1500])
  func rejoins(chunkLength: Int) throws {
    let stream = try MadeUpBase.stream(seconds: 6)
    let parts = [only([.gps, .glonass], of: stream), only([.galileo, .beidou], of: stream)]
    let output = merged(parts, chunkLength: chunkLength)
    #expect(observations(output) == observations(stream))
    #expect(frames(of: output).filter { $0.type == 1005 }.count == 6)
  }

  @Test(
    "epochs come in the order of time when one source is late, over midnight too",
    arguments: [true, false])
  func late(isLateLast: Bool) throws {
    let stream = try MadeUpBase.stream(seconds: 6)
    let gps = only([.gps], of: stream)
    let beidou = Array(only([.beidou], of: stream).dropFirst(3 * (gps.count / 6)))
    let sources = isLateLast ? [gps, beidou] : [beidou, gps]
    let headers = try msms(of: merged(sources, chunkLength: 5000)).map(\.header)
    let times = headers.compactMap { $0.epoch.gpsTimeOfDayMilliseconds(leapSeconds: 18) }.map {
      ($0 + 43_200_000) % 86_400_000
    }
    #expect(times == times.sorted())
    #expect(headers.filter { !$0.isMoreToFollow }.count == 6)
    #expect(Set(headers.map(\.constellation)) == [.gps, .beidou])
  }

  @Test("of a system that two sources observe, the first is taken")
  func doubles() throws {
    let stream = try MadeUpBase.stream(seconds: 3)
    let other = converted(stream) { ($0.stationID, $0.msmKind) = (5, 4) }
    let output = try msms(
      of: merged([only([.gps, .galileo], of: stream), other], chunkLength: 64))
    #expect(output.count == 12)
    for message in output {
      let isFirst = [.gps, .galileo].contains(message.header.constellation)
      #expect(message.header.stationID == (isFirst ? 17 : 5))
    }
    #expect(output.filter { !$0.header.isMoreToFollow }.count == 3)
  }

  @Test("a silent source is not waited for without bound")
  func silent() throws {
    let stream = try MadeUpBase.stream(seconds: 10)
    var merger = EpochMerger(sourceCount: 2, maximumBacklog: 4)
    var scanner = FrameScanner()
    var output: [UInt8] = []
    #expect(merger.awaitedSource == 0)
    scanner.consume(stream.span) { merger.add($0, from: 0, into: &output) }
    #expect(merger.awaitedSource == 1)
    #expect(try msms(of: output).count == 6 * 4)
    merger.finish(source: 1, into: &output)
    merger.finish(source: 0, into: &output)
    #expect(output == stream)
    #expect(merger.awaitedSource == nil)
  }
}
