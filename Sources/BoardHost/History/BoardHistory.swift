internal import BoardFirmware
internal import Mathematics

/// The values of a board over time: the last hour sample by sample, before that by the minute.
///
/// Fourteen days of minutes take 4.2 MB, which grow with the board's time. Values are kept as differences from
/// the first one, so that a position keeps its millimetres in 32 bits.
struct BoardHistory {
  /// The time that is kept sample by sample, seconds.
  static let hour = 3600.0
  /// The number of minutes that are kept.
  static let minuteCount = 14 * dayLength
  private static let dayLength = 24 * 60

  private static let fieldCount = HistoryField.kept.count

  /// The first value of each field.
  private var origins = [Double?](repeating: nil, count: fieldCount)

  /// The times of the last samples, seconds, and their values field by field; `NaN` for none.
  private var times: [Double] = []
  private var samples: [Float] = []
  /// The index of the oldest sample that is kept.
  private var oldest = 0
  /// Whether every sample is kept so far.
  private var isWhole = true

  /// The least, the mean and the greatest value of each field in each minute; `NaN` for none.
  ///
  /// Minute M is at M modulo the number of minutes.
  private var minutes: [Float] = []
  /// The number of samples in each minute.
  private var counts: [UInt16] = []
  /// The number of values in a minute, where it is neither 0 nor that of the samples.
  private var partialCounts: [Int: UInt16] = [:]
  /// The minute that is not over.
  private var minute = Minute(0)

  /// The board time up to which the history is known, seconds.
  private(set) var end = 0.0
  /// The longest pause between two samples that is not a gap, seconds.
  private var pause = 4.0

  /// A minute that is not over: the values of each field so far.
  private struct Minute {
    var number: Int
    var values = [HistoryValues?](repeating: nil, count: fieldCount)
    var count: UInt16 = 0

    init(_ number: Int) { self.number = number }
  }

  /// Creates an empty history.
  init() {}

  /// The memory of what is kept, bytes.
  var byteCount: Int {
    (times.capacity * 8) + (samples.capacity + minutes.capacity) * 4 + counts.capacity * 2
      + partialCounts.capacity * 16
  }

  // MARK: Recording

  /// Records a sample; samples come in order of board time.
  mutating func record(_ snapshot: BoardSnapshot) {
    record(
      snapshot.historyValues, at: snapshot.boardTime.inSeconds,
      pause: snapshot.staleAfter.inSeconds)
  }

  /// Records the values of a sample.
  ///
  /// - Parameters:
  ///   - values: The values of the fields that are kept, in their order.
  ///   - time: The board time, seconds, not before the last one.
  ///   - pause: The longest pause before the next sample that is not a gap, seconds.
  mutating func record(_ values: [Double?], at time: Double, pause: Double) {
    guard time >= end else { return }
    let number = Int(time / 60)
    if number != minute.number { closeMinutes(before: number) }
    (end, self.pause) = (time, pause)
    times.append(time)
    minute.count = minute.count &+ 1
    for (field, value) in values.enumerated() {
      guard let value, value.isFinite else {
        samples.append(.nan)
        continue
      }
      let origin = origins[field] ?? value
      origins[field] = origin
      samples.append(Float(value - origin))
      let sample = HistoryValues(value - origin)
      if minute.values[field]?.add(sample) == nil { minute.values[field] = sample }
    }
    forget(before: time - Self.hour)
  }

  /// Stores the present minute, and empty ones up to another minute: no more than are kept.
  private mutating func closeMinutes(before number: Int) {
    store(minute)
    for empty in minute.number + 1..<min(number, minute.number + 1 + Self.minuteCount) {
      store(Minute(empty))
    }
    minute = Minute(number)
  }

  private mutating func store(_ minute: Minute) {
    let slot = minute.number % Self.minuteCount
    if slot == counts.count {
      // Room for a day at a time: arrays that grow by themselves take up to twice what they hold.
      if slot % Self.dayLength == 0 {
        counts.reserveCapacity(slot + Self.dayLength)
        minutes.reserveCapacity((slot + Self.dayLength) * 3 * Self.fieldCount)
      }
      counts.append(0)
      minutes.append(contentsOf: repeatElement(.nan, count: 3 * Self.fieldCount))
    }
    counts[slot] = minute.count
    for (field, values) in minute.values.enumerated() {
      let place = slot * Self.fieldCount + field
      let count = UInt16(clamping: values?.count ?? 0)
      partialCounts[place] = count == 0 || count == minute.count ? nil : count
      minutes[3 * place] = values.map { Float($0.least) } ?? .nan
      minutes[3 * place + 1] = values.map { Float($0.mean) } ?? .nan
      minutes[3 * place + 2] = values.map { Float($0.greatest) } ?? .nan
    }
  }

  private mutating func forget(before time: Double) {
    while times[oldest] < time { (oldest, isWhole) = (oldest + 1, false) }
    // The room of what is forgotten is given back when it is as large as what is kept.
    guard oldest > times.count - oldest else { return }
    times.removeFirst(oldest)
    samples.removeFirst(oldest * Self.fieldCount)
    oldest = 0
  }

  // MARK: Asking

  /// Returns the points of a field that is kept.
  ///
  /// - Parameters:
  ///   - field: The field; of one that is not kept there are none.
  ///   - from: The beginning, seconds of board time.
  ///   - to: The end, seconds of board time.
  ///   - count: The largest number of points.
  /// - Returns: The points in order of time; gaps where there are no values.
  func points(of field: HistoryField, from: Double, to: Double, count: Int) -> [HistoryPoint] {
    guard let index = HistoryField.kept.firstIndex(of: field), to > from else { return [] }
    let items = minuteItems(index, from, to) + sampleItems(index, from, to)
    return HistoryDivision(from: from, to: to, count: count, pause: pause).points(of: items)
  }

  /// The beginning of the first minute that is kept sample by sample as a whole, seconds.
  private var sampleBegin: Double {
    guard !isWhole else { return 0 }
    // The samples of the present minute are kept, even after a long pause.
    return 60 * min((times[oldest] / 60).rounded(.up), Double(minute.number))
  }

  private func sampleItems(_ field: Int, _ from: Double, _ to: Double) -> [HistoryPoint] {
    var items: [HistoryPoint] = []
    let begin = max(from, sampleBegin)
    for index in oldest..<times.count where times[index] >= begin && times[index] <= to {
      let sample = samples[index * Self.fieldCount + field]
      let value = sample.isNaN ? nil : HistoryValues(Double(sample) + (origins[field] ?? 0))
      items.append(HistoryPoint(from: times[index], to: times[index], values: value))
    }
    return items
  }

  private func minuteItems(_ field: Int, _ from: Double, _ to: Double) -> [HistoryPoint] {
    let last = Int(min(to, sampleBegin) / 60)
    let first = max(Int(from / 60), minute.number - counts.count)
    guard first < last else { return [] }
    return (first..<last).map { number in
      let slot = number % Self.minuteCount
      return HistoryPoint(
        from: Double(number) * 60, to: Double(number + 1) * 60,
        values: values(at: slot * Self.fieldCount + field, of: counts[slot], field))
    }
  }

  private func values(at place: Int, of count: UInt16, _ field: Int) -> HistoryValues? {
    guard !minutes[3 * place + 1].isNaN, let origin = origins[field] else { return nil }
    return HistoryValues(
      least: origin + Double(minutes[3 * place]), mean: origin + Double(minutes[3 * place + 1]),
      greatest: origin + Double(minutes[3 * place + 2]),
      count: Int(partialCounts[place] ?? count))
  }
}
