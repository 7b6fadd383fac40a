import RTCMStreams
import Testing

@Suite("Tutorial and guides: RTCMStreams")
struct RTCMStreamsTutorial {
  @Test("judges a stream, then makes a smaller one")
  func judgesAndConverts() throws {
    let bytes = try Fixture.milanBase()

    var statistics = StreamStatistics()
    statistics.consume(bytes.span)
    statistics.finish()
    for type in statistics.types {
      print(type.type, type.intervalMilliseconds ?? 0, "ms")
    }
    print(statistics.epochs, "epochs,", statistics.missingEpochs, "missing")

    let verdict = StreamVerdict(of: statistics)
    for check in verdict.checks {
      print(check.result.name, check.name, check.finding, check.remedy ?? "")
    }

    var rules = ConversionRules()
    rules.msmKind = 4
    rules.intervalMilliseconds = 5000
    rules.keptConstellations = [.gps, .galileo]
    var converter = StreamConverter(rules)
    var small: [UInt8] = []
    converter.consume(bytes.span, into: &small)
    converter.finish(into: &small)
    print(converter.counts.frameBytesIn, "bytes become", converter.counts.frameBytesOut)

    #expect(statistics.epochs == 600 && statistics.missingEpochs == 0)
    #expect(verdict.result < .fail)
    #expect(small.count == converter.counts.frameBytesOut && small.count * 5 < bytes.count)

    var after = StreamStatistics()
    after.consume(small.span)
    after.finish()
    let budget = LinkBudget(of: after, capacity: 1200)
    print(budget.mean ?? 0, "of", budget.capacity, "bytes a second:", budget.isEnough)
    #expect(after.frames[1074] == 120 && after.frames[1077] == 0)
  }

  func epochs(of bytes: [UInt8], near date: GPSTime) -> [ObservationEpoch] {
    var scanner = FrameScanner()
    var assembler = EpochAssembler(near: date)
    var epochs: [ObservationEpoch] = []
    scanner.consume(bytes.span) { frame in
      guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
      assembler.add(message) { epoch in epochs.append(epoch) }
    }
    assembler.finish { epoch in epochs.append(epoch) }
    return epochs
  }

  @Test("epochs have pseudorange, phase and Doppler of every system")
  func joinsEpochs() throws {
    let date = GPSTime(UnixTime(seconds: 1_780_315_200)) ?? GPSTime(nanoseconds: 0)
    let epochs = try epochs(of: Fixture.milanBase(), near: date)
    for signal in epochs[0].observations.prefix(3) {
      print(signal.satellite, signal.code?.description ?? "?", signal.pseudorange ?? .nan)
      print(signal.phase ?? .nan, "cycles", signal.doppler ?? .nan, "Hz")
    }
    #expect(epochs.count == 600)
    #expect(Set(epochs[0].observations.map(\.constellation)).count >= 4)
  }

  func merged(_ streams: [[UInt8]]) -> [UInt8] {
    var merger = EpochMerger(sourceCount: streams.count)
    var scanners = streams.map { _ in FrameScanner() }
    var rests = streams.map { $0[...] }
    var output: [UInt8] = []
    while let source = merger.awaitedSource {
      let piece = Array(rests[source].prefix(4096))
      rests[source] = rests[source].dropFirst(4096)
      scanners[source].consume(piece.span) { frame in
        merger.add(frame, from: source, into: &output)
      }
      if rests[source].isEmpty { merger.finish(source: source, into: &output) }
    }
    return output
  }

  @Test("what was split by system is joined again")
  func splitsAndMerges() throws {
    let bytes = try Fixture.milanBase()
    var splitter = FrameSplitter(by: .constellation)
    var pieces: [String: [UInt8]] = [:]
    var scanner = FrameScanner()
    scanner.consume(bytes.span) { frame in
      let key = splitter.piece(of: frame).key
      pieces[key, default: []] += Array(frame.bytes)
    }
    print(pieces.mapValues { $0.count })
    let (gps, galileo) = (pieces["gps"] ?? [], pieces["galileo"] ?? [])
    let both = merged([gps, galileo])
    #expect(both.count == gps.count + galileo.count && !gps.isEmpty && !galileo.isEmpty)
    let date = GPSTime(UnixTime(seconds: 1_780_315_200)) ?? GPSTime(nanoseconds: 0)
    let epochs = epochs(of: both, near: date)
    #expect(epochs.count == 600)
    #expect(epochs.allSatisfy { Set($0.observations.map(\.constellation)) == [.gps, .galileo] })
  }
}
