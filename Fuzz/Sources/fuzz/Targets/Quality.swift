import ObservationQuality
import RINEX
import RTCMStreams

/// Whatever a receiver observes, the figures about its observations are numbers, shares are of 100 %, parts are no more
/// than the whole, and the same observations give the same figures.
///
/// The first byte says whether the others are RTCM 3 or a RINEX file.
func fuzzQuality(_ bytes: [UInt8]) {
  guard let kind = bytes.first else { return }
  var rest = Array(bytes.dropFirst())
  if kind & 1 == 0 { repairChecks(in: &rest) }
  func judge() -> QualityTally { kind & 1 == 0 ? qualityOfStream(rest) : qualityOfFile(rest) }
  let tally = judge()
  let report = tally.report
  require(report.json == judge().report.json, "the same observations give the same figures")
  requireNumbers(of: tally)
  func count(_ path: String) -> Double { report[path: path]?.number ?? -1 }
  for path in ["epochs", "missing_epochs", "disordered_epochs", "slips", "told_slips", "outliers"] {
    require(count(path) >= 0, "\(path) is not negative")
  }
  require(count("slips") <= count("observations"), "no observation has two slips")
  for system in report["systems"]?.value.members ?? [] {
    for signal in system.value["signals"]?.value.members ?? [] {
      let (all, complete) = (
        signal.value["observations"]?.value.number ?? -1,
        signal.value["complete"]?.value.number ?? -1
      )
      require(complete >= 0 && complete <= all, "\(signal.name): \(complete) of \(all)")
    }
  }
  require(!tally.text.isEmpty && !tally.line.contains("\n"), "the line is one")
}

/// Requires that all figures are numbers, and all shares are of 100 %.
private func requireNumbers(of tally: QualityTally) {
  var open = [(name: "", value: tally.report)]
  while let (name, value) = open.popLast() {
    if let number = value.number {
      require(number.isFinite, "\(name) is a number")
      let isShare = name == "completeness"
      require(!isShare || (0...100).contains(number), "a share is of 100 %: \(number)")
    }
    open += value.members.map { ($0.name, $0.value) } + value.elements.map { (name, $0) }
  }
}

private func qualityOfStream(_ stream: [UInt8]) -> QualityTally {
  let begin = GPSTime(week: 2421, secondsOfWeek: 129_600)
  var (tally, scanner) = (QualityTally(), FrameScanner())
  var assembler = EpochAssembler(near: begin)
  var place: ECEFPosition?
  var messages: [RTCMMessage] = []
  let take = { (frame: borrowing FrameView) in
    if let message = try? RTCMMessage(decoding: frame.payload) { messages.append(message) }
  }
  scanner.consume(stream.span, onFrame: take)
  scanner.finish(onFrame: take)
  for message in messages {
    if case .antennaReferencePoint(let point) = message { place = point.position }
    tally.take(message, near: begin)
    assembler.add(message) { tally.add($0, at: place) }
  }
  assembler.finish { tally.add($0, at: place) }
  return tally
}

private func qualityOfFile(_ file: [UInt8]) -> QualityTally {
  var tally = QualityTally()
  for epoch in (try? RINEXObservations(reading: file))?.epochs ?? [] { tally.add(epoch, at: nil) }
  return tally
}
