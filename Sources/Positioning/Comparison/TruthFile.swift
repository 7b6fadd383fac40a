internal import Bytes
public import GNSSBasics

/// A file of true positions as comma-separated values.
///
/// The columns are found by the names in the header, in any order and among others: `tow` or `time`, `week`
/// (may be missing), `lat`, `lon` and `h`, and the longer names that data sets use, such as
/// `GPS TOW (s)` or `latitude_deg`. Without a header the four columns are second of the GPS week, latitude,
/// longitude and height, as `capture synth` writes them. A line that cannot be read costs that line alone.
public struct TruthFile: Hashable, Sendable {
  /// The true positions.
  public let track: TruthTrack
  /// The lines that could not be read.
  public let faults: PositionFileFaults

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - reference: A time within half a week of the first line, for files without a week.
  public init(reading bytes: Span<UInt8>, near reference: GPSTime) {
    var (lines, reader) = (LineSplitter(limit: 4096), TruthLineReader(near: reference))
    lines.consume(bytes) { number, line in reader.read(line, number) }
    lines.finish { number, line in reader.read(line, number) }
    (track, faults) = (TruthTrack(reader.points), reader.faults)
  }
}

/// A reader of the lines of a file of true positions.
private struct TruthLineReader {
  private(set) var points: [TruthTrack.Point] = []
  private(set) var faults = PositionFileFaults()
  private var columns: TruthColumns?
  private var refusal: PositionFileFault.Reason?
  private var reference: GPSTime

  init(near reference: GPSTime) { self.reference = reference }

  mutating func read(_ line: ArraySlice<UInt8>, _ number: Int) {
    let line = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
    guard let first = line.trimmed.first else { return }
    let isRemark = first == UInt8(ascii: "#") || first == UInt8(ascii: "%")
    let words = line.drop { $0 == first && isRemark }
      .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.trimmed)
    do throws(PositionFileFault.Reason) {
      if columns == nil, refusal == nil, try begin(words, isRemark) { return }
      guard !isRemark else { return }
      guard let columns else { throw refusal ?? .header("tow") }
      let point = try columns.point(words, near: reference)
      reference = point.time
      points.append(point)
    } catch {
      faults.add(error, line: number)
    }
  }

  /// Takes the first line as a header, and returns whether it is none of a position.
  private mutating func begin(
    _ words: [ArraySlice<UInt8>], _ isRemark: Bool
  ) throws(PositionFileFault.Reason) -> Bool {
    guard words.contains(where: { $0.contains(where: \.isLetter) }) else {
      if !isRemark { columns = TruthColumns.bare }
      return isRemark
    }
    do throws(PositionFileFault.Reason) {
      columns = try TruthColumns(header: words)
    } catch {
      // A remark before the header is no header that lacks something.
      if isRemark { return true }
      refusal = error
      throw error
    }
    return true
  }
}
