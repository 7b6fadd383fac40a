internal import Bytes
package import GNSSBasics
internal import Quantities

/// A reader of the positions in a card's daily files, which may arrive in pieces of any size.
///
/// A line of the card has board time and no date. A reader that knows the date of board time zero makes
/// dates of the times; without it the files' names give the days.
package struct CardTrackReader {
  /// The lines that could not be read.
  package private(set) var faults = TrackFaults()
  /// The number of files with a card's header.
  package private(set) var fileCount = 0

  /// The date of board time zero, seconds since 1970; `nil` for times without dates.
  private var zero: Double?
  private var lines = LineSplitter(limit: 4096)
  private var columns: CardColumns?
  private var file = ""
  private var day: CivilDate?
  private var lastTime: Double?

  /// Creates a reader.
  ///
  /// - Parameter start: The date of board time zero; `nil` where it is unknown.
  package init(start: UnixTime?) {
    zero = start.map { Double($0.nanoseconds) / 1e9 }
  }

  /// Begins the next file; its name tells its day.
  package mutating func begin(file name: String) {
    (file, day, columns) = (name, CivilDate(cardFile: name), nil)
    lines = LineSplitter(limit: 4096)
  }

  /// Reads the next bytes, and calls the closure with each line of the track that ends in them.
  package mutating func consume<E: Error>(
    _ bytes: Span<UInt8>, onSample: (TrackSample) throws(E) -> Void
  ) throws(E) {
    var lines = lines
    try lines.consume(bytes) { number, line throws(E) in
      try read(line, number, onSample)
    }
    self.lines = lines
  }

  /// Ends the file.
  package mutating func finish<E: Error>(
    onSample: (TrackSample) throws(E) -> Void
  ) throws(E) {
    var lines = lines
    try lines.finish { number, line throws(E) in
      try read(line, number, onSample)
    }
    self.lines = lines
  }

  private mutating func read<E: Error>(
    _ line: ArraySlice<UInt8>, _ number: Int, _ onSample: (TrackSample) throws(E) -> Void
  ) throws(E) {
    guard !line.isEmpty, line.first != UInt8(ascii: "#") else { return }
    if line.starts(with: CardColumns.beginning) {
      columns = CardColumns(header: line)
      fileCount += columns == nil ? 0 : 1
      return
    }
    guard let columns else {
      return faults.add("no header of a card comes before it", at: place(number))
    }
    let sample: TrackSample
    do throws(CardLineFault) {
      sample = try columns.sample(of: line)
    } catch {
      return faults.add(error.text, at: place(number))
    }
    try onSample(dated(sample))
  }

  /// Returns a sample with its day, and with a date in place of board time where that is known.
  private mutating func dated(_ sample: TrackSample) -> TrackSample {
    var sample = sample
    sample.day = day
    guard let zero else { return sample }
    if let lastTime, sample.time + zero < lastTime {
      // The board started again, at an unknown time: the earliest that its file's day allows.
      let midnight = day.map { Double($0.daysSince1970) * 86_400 } ?? lastTime
      self.zero = max(lastTime, midnight) - sample.time
      sample.beginsAnew = true
    }
    sample.time += self.zero ?? zero
    lastTime = sample.time
    return sample
  }

  private func place(_ number: Int) -> String {
    file.isEmpty ? "line \(number)" : "\(file):\(number)"
  }
}
