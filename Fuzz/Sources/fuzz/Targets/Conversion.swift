import RTCMStreams

/// What a conversion gives are whole frames that its rules allow, however the stream is cut; without
/// rules they are the frames of the stream, and what was converted stays as it is.
func fuzzConversion(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let rules = input.conversionRules()
  let chunking = input.chunking()
  var stream = input.rest()
  repairChecks(in: &stream)

  let whole = convert(stream, by: rules, cut: Chunking(lengths: [stream.count]))
  let pieces = convert(stream, by: rules, cut: chunking)
  require(whole.output == pieces.output, "what comes out does not depend on how the stream is cut")
  require(whole.counts == pieces.counts, "the counts do not depend on how the stream is cut")
  check(whole.counts)
  let passed = whole.output
  checkFrames(of: passed, by: rules, whole.counts)
  // Rules are about the types of the input, which another kind of MSM changes.
  if rules.msmKind == nil || rules.keptTypes.isEmpty && rules.droppedTypes.isEmpty {
    let again = convert(passed, by: rules, cut: chunking)
    require(again.output == passed, "what was converted stays as it is by \(rules)")
  }
  let plain = convert(stream, by: ConversionRules(), cut: chunking)
  require(plain.counts.framesChanged == 0, "without rules nothing changes")
  require(plain.output.count == plain.counts.frameBytesIn, "without rules every frame passes")
  let open = convert(stream, by: ConversionRules(), cut: chunking, passesOtherBytes: true)
  require(open.output == stream, "without rules, and with what is no frame, all passes")
}

private func convert(
  _ stream: [UInt8], by rules: ConversionRules, cut chunking: Chunking,
  passesOtherBytes: Bool = false
) -> (output: [UInt8], counts: ConversionCounts) {
  var converter = StreamConverter(rules, passesOtherBytes: passesOtherBytes)
  var output: [UInt8] = []
  chunking.forEachChunk(of: stream) { converter.consume($0, into: &output) }
  converter.finish(into: &output)
  return (output, converter.counts)
}

private func check(_ counts: ConversionCounts) {
  let dropped =
    counts.droppedByType + counts.droppedByConstellation + counts.droppedByEpoch
    + counts.droppedBySignals
  require(counts.framesOut + dropped == counts.framesIn, "every frame passes or is dropped")
  require(counts.framesChanged <= counts.framesOut, "what is dropped is not changed")
}

private func checkFrames(
  of stream: [UInt8], by rules: ConversionRules, _ counts: ConversionCounts
) {
  var scanner = FrameScanner()
  let check = { (frame: borrowing FrameView) in
    if let type = frame.messageType {
      require(!rules.droppedTypes.contains(type) || rules.msmKind != nil, "type \(type) is dropped")
    }
    if let id = rules.stationID, let header = try? MSMHeader(decoding: frame.payload) {
      require(header.stationID == id, "the station is \(id), not \(header.stationID)")
    }
  }
  scanner.consume(stream.span, onFrame: check)
  scanner.finish(onFrame: check)
  require(scanner.counts.otherBytes == 0, "nothing but frames comes out")
  require(scanner.counts.frames == counts.framesOut, "every frame that comes out is counted")
  require(scanner.counts.bytes == counts.frameBytesOut, "every byte that comes out is counted")
}

extension FuzzInput {
  /// Rules: a byte says which there are, the next ones what they are.
  fileprivate mutating func conversionRules() -> ConversionRules {
    var rules = ConversionRules()
    let which = byte()
    if which & 1 != 0 { rules.droppedTypes = [messageType()] }
    if which & 2 != 0 { rules.keptTypes = [messageType(), messageType()] }
    if which & 4 != 0 { rules.droppedConstellations = [constellation()] }
    if which & 8 != 0 { rules.keptSignals = [signal(), signal()] }
    if which & 16 != 0 { rules.droppedSignals = [signal()] }
    if which & 32 != 0 { rules.intervalMilliseconds = Int(byte()) * 100 }
    if which & 64 != 0 { rules.stationID = UInt16(byte()) }
    if which & 128 != 0 { rules.msmKind = byte() & 1 == 0 ? 4 : 5 }
    return rules
  }

  private mutating func messageType() -> UInt16 { 1000 + UInt16(byte()) }

  private mutating func constellation() -> Constellation {
    Constellation.allCases[Int(byte()) % Constellation.allCases.count]
  }

  private mutating func signal() -> SignalSelection {
    SignalSelection(constellation(), signalID: byte())
  }
}
