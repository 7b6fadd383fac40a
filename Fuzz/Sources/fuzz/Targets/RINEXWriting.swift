import GNSSBasics
import RINEX
import RTCMParser
import RTCMStreams

/// The observations of a file, plain or compact, written anew in a version are read without an error and written as
/// the same bytes.
///
/// The compact form has the same epochs. The first byte chooses the version, the others are the file.
func fuzzRINEXWriting(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let version = RINEXFormat.allCases[Int(choice) % RINEXFormat.allCases.count]
  guard let file = WrittenFile(reading: Array(bytes.dropFirst())), !file.epochs.isEmpty else {
    return
  }
  // Version 2 leaves columns empty whose values belong to another signal of a band than the one it has: these are gone
  // the second time.
  let first = file.text(version)
  let text =
    version == .v2_11
    ? WrittenFile(reading: first).flatMap { $0.epochs.isEmpty ? nil : $0.text(version) } ?? first
    : first
  guard let again = WrittenFile(reading: text) else {
    return require(false, "what was written can be read")
  }
  require(again.errorCount == 0, "what was written has no error")
  // A file whose signals have no names in the version has a header alone.
  if !again.epochs.isEmpty {
    require(again.text(version) == text, "what was read and written anew has the same bytes")
  }
  var (writer, compact) = (HatanakaWriter(program: "fuzz", date: UnixTime(seconds: 0)), [UInt8]())
  writer.consume(text.span, into: &compact)
  writer.finish(into: &compact)
  require(writer.failure == nil, "what was written has a compact form")
  var (reader, expanded) = (HatanakaReader(), [UInt8]())
  reader.consume(compact.span, into: &expanded)
  reader.finish(into: &expanded)
  // Not the same bytes: a value under 1 has no 0 before its point there, as RNXCMP has it.
  let unfolded = WrittenFile(reading: expanded)
  require(unfolded?.epochs == again.epochs, "the compact form has the same epochs")
  require(unfolded?.errorCount == 0, "the compact form has no error")
}

/// An observation file as 'rinex convert' takes it.
private struct WrittenFile {
  let header: RINEXObservationHeader
  private(set) var epochs: [ObservationEpoch] = []
  let errorCount: Int

  init?(reading bytes: [UInt8]) {
    var reader = RINEXObservationReader(isForRewriting: true)
    var merge = ObservationMerge(sourceCount: 1)
    let take = { (event: RINEXObservationReader.Event) in
      if case .epoch(let epoch, _) = event { merge.add(epoch, from: 0) }
    }
    reader.consume(bytes.span, onEvent: take)
    reader.finish(onEvent: take)
    guard let header = reader.header, reader.failure == nil else { return nil }
    (self.header, errorCount) = (header, reader.errorCount)
    merge.finish(source: 0)
    while let epoch = merge.next() { epochs.append(epoch) }
  }

  func text(_ version: RINEXFormat) -> [UInt8] {
    var survey = RINEXSurvey(
      near: epochs[0].time, version: version, header: header.station,
      glonassChannels: header.glonassChannels)
    for epoch in epochs { survey.add(epoch) }
    survey.finish()
    var text: [UInt8] = []
    var writer = RINEXObservationWriter(of: survey, marksFirstPhases: false)
    writer.appendHeader(to: &text)
    for epoch in epochs { writer.append(epoch, to: &text) }
    writer.finish(to: &text)
    return text
  }
}
