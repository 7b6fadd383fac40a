internal import Bytes
internal import GNSSBasics

/// A reader of RTKLIB's position files, which may arrive in pieces of any size.
///
/// Positions are latitude, longitude and height, in degrees or in degrees, minutes and seconds, or
/// Earth-centred coordinates. Times are GPS time, UTC or Japan Standard Time, as a date or as a week and its
/// seconds. The titles of the file tell which. A line that cannot be read costs that line alone.
///
/// Source: RTKLIB manual 2.4.2, B.1.
public struct PositionFileReader: Sendable {
  /// The lines that could not be read.
  public private(set) var faults = PositionFileFaults()
  /// Whether the header says that heights are above the geoid; records have them as they are.
  public private(set) var hasGeoidHeights = false

  private var lines = LineSplitter(limit: 4096)
  private var columns: PositionColumns?
  /// The reason why no line below the last titles can be read; `nil` where they can.
  private var refusal: PositionFileFault.Reason? = .noTitles

  /// Creates a reader.
  public init() {}

  /// Reads the next bytes, and calls the closure with each position whose line ends in them.
  public mutating func consume<E: Error>(
    _ bytes: Span<UInt8>, onRecord: (PositionRecord) throws(E) -> Void
  ) throws(E) {
    var lines = lines
    defer { self.lines = lines }
    try lines.consume(bytes) { number, line throws(E) in try read(line, number, onRecord) }
  }

  /// Ends the file; its last line may lack a line feed.
  public mutating func finish<E: Error>(
    onRecord: (PositionRecord) throws(E) -> Void
  ) throws(E) {
    var lines = lines
    defer { self.lines = lines }
    try lines.finish { number, line throws(E) in try read(line, number, onRecord) }
  }

  private mutating func read<E: Error>(
    _ line: ArraySlice<UInt8>, _ number: Int, _ onRecord: (PositionRecord) throws(E) -> Void
  ) throws(E) {
    guard let first = line.first(where: { $0 > 0x20 }) else { return }
    guard first != UInt8(ascii: "%") else { return readHeader(line.trimmed, number) }
    let record: PositionRecord
    do throws(PositionFileFault.Reason) {
      if first == UInt8(ascii: "$") { throw .sentence }
      guard let columns else { throw refusal ?? .noTitles }
      record = try columns.record(line)
    } catch {
      return faults.add(error, line: number)
    }
    try onRecord(record)
  }

  private mutating func readHeader(_ line: ArraySlice<UInt8>, _ number: Int) {
    if line.contains(phrase: "/height=WGS84/geodetic") { hasGeoidHeights = true }
    do throws(PositionFileFault.Reason) {
      if let found = try PositionColumns(titles: line) { (columns, refusal) = (found, nil) }
    } catch {
      (columns, refusal) = (nil, error)
      faults.add(error, line: number)
    }
  }
}

/// The content of a position file.
public struct PositionFile: Hashable, Sendable {
  /// The positions, in the order of the file.
  public private(set) var records: [PositionRecord] = []
  /// The lines that could not be read.
  public let faults: PositionFileFaults
  /// Whether the header says that heights are above the geoid; records have them as they are.
  public let hasGeoidHeights: Bool

  /// Reads a whole file.
  public init(reading bytes: Span<UInt8>) {
    var (reader, records) = (PositionFileReader(), [PositionRecord]())
    reader.consume(bytes) { records.append($0) }
    reader.finish { records.append($0) }
    (faults, hasGeoidHeights) = (reader.faults, reader.hasGeoidHeights)
    self.records = records
  }
}
