import Positioning

/// A file of positions is read the same in pieces, faults name lines that there are, and what was read is written and
/// read again; what was read can be compared with itself and with what was read as true positions.
func fuzzPositions(_ bytes: [UInt8]) {
  let lines = bytes.count { $0 == 10 } + 1
  let file = PositionFile(reading: bytes.span)
  require(file.faults.first.map { (1...lines).contains($0.line) } ?? true, "the line exists")
  require(file.faults.count + file.records.count <= lines, "a line is one thing")
  requirePieces(bytes, file)
  let start = GPSTime(week: 2320, secondsOfWeek: 0)
  let truth = TruthFile(reading: bytes.span, near: start)
  require(truth.track.points.count + truth.faults.count <= lines, "a line is one thing")
  let comparison = TrackComparison(of: file.records, with: .track(truth.track))
  require(comparison.samples.count + comparison.unknownCount == file.records.count, "all count")
  require(!comparison.report.json.isEmpty && !comparison.text.isEmpty, "it can be told")
  let text = PositionFileForm.pos.bytes(of: file.records, name: "")
  let again = PositionFile(reading: text.span)
  require(again.records.count == file.records.count, "what was read is written and read again")
  require(again.records.map(\.quality) == file.records.map(\.quality), "qualities stay")
  let own = TrackComparison(of: again.records, with: .track(TruthTrack(again.records)))
  require(own.samples.count == again.records.count, "each epoch has itself")
}

private func requirePieces(_ bytes: [UInt8], _ file: PositionFile) {
  var (reader, records) = (PositionFileReader(), [PositionRecord]())
  for start in stride(from: 0, to: bytes.count, by: 7) {
    let piece = Array(bytes[start..<min(start + 7, bytes.count)])
    reader.consume(piece.span) { records.append($0) }
  }
  reader.finish { records.append($0) }
  require(records == file.records && reader.faults == file.faults, "pieces are read like the whole")
}
