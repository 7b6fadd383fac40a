import TestSupport
import Testing

@testable import RTCMStreams

@Suite("Splitting MSMs for links with short frames")
struct MSMSplittingTests {
  /// Returns an MSM7 of GPS with satellites of one to three signals.
  private func message(satellites count: Int, isMoreToFollow: Bool = false) throws -> MSMMessage {
    let satellites = (1...count).map { MSMSatellite(id: UInt8($0), roughRangeMilliseconds: 70) }
    let signals = satellites.flatMap { satellite in
      [UInt8(2), 10, 22].prefix(Int(satellite.id) % 3 + 1).map { signal in
        MSMSignal(
          satelliteID: satellite.id, signalID: signal,
          finePseudorange: Int32(satellite.id) * 100 + Int32(signal))
      }
    }
    return try MSMMessage(
      header: MSMHeader(
        type: MSMType(.gps, kind: 7), stationID: 9,
        epoch: MSMEpoch(constellation: .gps, milliseconds: 1000), isMoreToFollow: isMoreToFollow,
        iods: 3),
      satellites: satellites, signals: signals)
  }

  @Test("no part is too long, and together they are the message", arguments: [false, true])
  func parts(isMoreToFollow: Bool) throws {
    let whole = try message(satellites: 20, isMoreToFollow: isMoreToFollow)
    for limit in stride(from: whole.shortestFrameLimit, through: 700, by: 7) {
      let parts = try #require(whole.split(toFramesOfAtMost: limit))
      for part in parts {
        let frame = try part.frame()
        #expect(frame.count <= limit)
        let read = try RTCMMessage(decoding: frame.span.extracting(3..<(frame.count - 3)))
        #expect(read == .msm(part))
      }
      #expect(parts.flatMap(\.satellites) == whole.satellites)
      #expect(parts.flatMap(\.signals) == whole.signals)
      #expect(!parts.dropLast().contains { !$0.header.isMoreToFollow })
      #expect(parts.last?.header.isMoreToFollow == isMoreToFollow)
      #expect(parts.allSatisfy { $0.header.signalMask == whole.header.signalMask })
    }
  }

  @Test("a message that fits is one part, and a satellite that does not is none")
  func borders() throws {
    let whole = try message(satellites: 5)
    let length = try whole.frame().count
    #expect(whole.split(toFramesOfAtMost: length) == [whole])
    #expect(whole.split(toFramesOfAtMost: length - 1)?.count == 2)
    #expect(whole.split(toFramesOfAtMost: whole.shortestFrameLimit) != nil)
    #expect(whole.split(toFramesOfAtMost: whole.shortestFrameLimit - 1) == nil)
  }

  @Test("what does not fit is left out and counted, and the epoch ends with what is left")
  func leftOut() throws {
    let first = try message(satellites: 1, isMoreToFollow: true)
    let second = try message(satellites: 3)
    var rules = ConversionRules()
    rules.maximumFrameLength = try first.frame().count
    var converter = StreamConverter(rules)
    var output: [UInt8] = []
    let input = try first.frame() + second.frame()
    converter.consume(input.span, into: &output)
    converter.finish(into: &output)
    var ended = first
    ended.header.isMoreToFollow = false
    #expect(try ended.frame() == output)
    #expect(converter.counts.droppedByLength == 1)
    let tooLong = try #require(converter.counts.framesTooLong.first)
    #expect(tooLong.type == 1077)
    #expect(tooLong.longest == (try second.frame().count))
    #expect(tooLong.limitNeeded == second.shortestFrameLimit)
    #expect(tooLong.limitNeededAsMSM4 == second.reduced(toKind: 4)?.shortestFrameLimit)
  }

  @Test("links with short pieces tell how many frames they cut and lose")
  func links() throws {
    var stream = SyntheticStream()
    try stream.append(1077, epoch: 0, payload: 174)
    try stream.append(1087, epoch: 0, payload: 175)
    try stream.append(1097, epoch: 0, payload: 715)
    let statistics = stream.statistics
    #expect(statistics.longestFrame == 721)
    let mavlink = ShortFrameLoad(of: statistics, on: ShortFrameLink.all[0])
    #expect(mavlink.framesCut == 1 && mavlink.framesLost == 1 && mavlink.pieces == 3)
    #expect(mavlink.typesLost == [1097] && mavlink.canBeSplit)
    let buffer = ShortFrameLoad(of: statistics, on: ShortFrameLink("x", pieceLength: 32))
    #expect(buffer.framesCut == 3 && buffer.framesLost == 0 && buffer.pieces == 6 + 6 + 23)
  }
}
