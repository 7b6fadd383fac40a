import SensorDrivers
import UBloxRaw

/// A log gives the same however it is cut, and what is in it goes into a message and comes back.
func fuzzUBXRaw(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let repairs = input.byte() & 1 == 1
  let chunking = input.chunking()
  var log = input.rest()
  if repairs { repairUBXChecksums(in: &log) }
  let whole = readRawLog(log, cut: Chunking(lengths: [log.count]))
  let pieces = readRawLog(log, cut: chunking)
  let isSame = pieces.count == whole.count && zip(pieces, whole).allSatisfy(areSame)
  require(isSame, "what is read does not depend on how the log is cut")
  for event in whole {
    switch event {
    case .epoch(let epoch): writeAgain(epoch)
    case .words(let message): writeAgain(message)
    case .finding(let finding): _ = "\(finding)"
    case .unreadable(let error): _ = "\(error)"
    case .undated(let error): _ = "\(error)"
    case .ephemeris(let ephemeris):
      _ = require("an ephemeris that was read can be sent") { try ephemeris.message.frame() }
    }
  }
}

/// A time that is no number is not equal to itself, but reads the same.
private func areSame(_ a: RawLogReader.Event, _ b: RawLogReader.Event) -> Bool {
  if case .undated(let first) = a, case .undated(let second) = b {
    return "\(first)" == "\(second)"
  }
  return a == b
}

private func readRawLog(_ log: [UInt8], cut chunking: Chunking) -> [RawLogReader.Event] {
  var (reader, events) = (RawLogReader(), [RawLogReader.Event]())
  chunking.forEachChunk(of: log) { chunk in reader.consume(chunk) { events.append($0) } }
  return events
}

/// Every value that was read is finite, has a place in a message again, and is the same when read from there.
private func writeAgain(_ epoch: ObservationEpoch) {
  // A time at the very end of the last week is one of a week that does not fit.
  guard let message = try? RxmRAWX(epoch) else { return }
  let again = require("an epoch that we wrote can be read") {
    try RxmRAWX(decoding: message.encode().span).observationEpoch()
  }
  require(again.observations.count == epoch.observations.count, "every observation comes back")
  for (a, b) in zip(again.observations, epoch.observations) {
    require(
      (a.constellation, a.satelliteNumber) == (b.constellation, b.satelliteNumber), "whose it is")
    require(a.code == b.code && a.pseudorange == b.pseudorange, "signal and pseudorange come back")
  }
}

private func writeAgain(_ message: RxmSFRBX) {
  guard message.words.count <= RxmSFRBX.greatestCount else { return }
  let again = require("words that we wrote can be read") {
    try RxmSFRBX(decoding: message.encode().span)
  }
  require(again == message, "words come back")
}
