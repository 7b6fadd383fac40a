import RINEX
import RTCMParser

/// Of an observation file, plain or compact, the same is read at once and in pieces; errors name lines that there are,
/// and each signal of a satellite occurs once in an epoch.
func fuzzRINEXObservations(_ bytes: [UInt8]) {
  let lines = bytes.count { $0 == 10 } + 1
  let file: RINEXObservations
  do throws(RINEXReadingError) { file = try RINEXObservations(reading: bytes) } catch {
    return require((1...lines).contains(error.line), "the line exists")
  }
  require(file.firstErrors.allSatisfy { (1...lines).contains($0.line) }, "the lines exist")
  require(file.errorCount >= file.firstErrors.count, "all errors are counted")
  for epoch in file.epochs {
    var signals: Set<String> = []
    for observation in epoch.observations {
      let name = "\(observation.satellite) \(observation.code?.description ?? "")"
      require(signals.insert(name).inserted, "a signal occurs once")
      require((1...99).contains(observation.satelliteNumber), "the satellite has two digits")
      require(observation.minimumLockTimeMilliseconds ?? 0 >= 0, "no lock time is negative")
    }
  }
  var reader = RINEXObservationReader()
  var epochs: [ObservationEpoch] = []
  let take = { (event: RINEXObservationReader.Event) in
    if case .epoch(let epoch, _) = event { epochs.append(epoch) }
  }
  for start in stride(from: 0, to: bytes.count, by: 13) {
    reader.consume(bytes.span.extracting(start..<min(start + 13, bytes.count)), onEvent: take)
  }
  reader.finish(onEvent: take)
  require(epochs == file.epochs && reader.header == file.header, "pieces change nothing")
  require(reader.firstErrors == file.firstErrors, "pieces change no error")
}
