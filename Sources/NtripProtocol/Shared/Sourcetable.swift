import Bytes

/// The sourcetable of a caster: records of its mountpoints, of casters, and of networks.
public struct Sourcetable: Hashable, Sendable {
  /// A line of the table.
  public enum Record: Hashable, Sendable {
    /// A mountpoint, `STR`.
    case stream(StreamRecord)
    /// A caster, `CAS`.
    case caster(CasterRecord)
    /// A network of stations, `NET`.
    case network(NetworkRecord)
    /// A line of any other kind, unchanged.
    case other(String)
  }

  /// The table's lines, in order.
  public var records: [Record]

  /// Creates a table from records.
  public init(_ records: [Record] = []) { self.records = records }

  /// The mountpoints, in the table's order.
  public var streams: [StreamRecord] {
    records.compactMap { if case .stream(let record) = $0 { record } else { nil } }
  }

  /// Whether the table has a record of a mountpoint, a caster or a network.
  var hasRecords: Bool {
    records.contains { if case .other = $0 { false } else { true } }
  }

  /// The first line of a table whose lines are all unknown; `nil` for a table with records or without lines.
  var lineWithoutRecords: String? {
    guard !hasRecords, case .other(let line)? = records.first else { return nil }
    return line
  }

  /// Returns the record of a mountpoint; names are case-sensitive.
  public func stream(at mountpoint: String) -> StreamRecord? {
    streams.first { $0.mountpoint == mountpoint }
  }
}

extension Sourcetable {
  /// The line that ends a table.
  static let end = "ENDSOURCETABLE"

  /// Parses a table's body, up to `ENDSOURCETABLE` or the end of the bytes.
  ///
  /// Tables in use omit fields, or contain empty or out-of-range values. No line is rejected:
  /// unreadable values become `nil` or empty, and lines of other kinds are kept. A table may be
  /// compressed by gzip or zlib, encoded in UTF-16, or preceded by a byte order mark.
  public init(decoding bytes: Span<UInt8>) { self.init(SourcetableText([UInt8](bytes))) }

  /// Parses the lines of a table.
  init(_ text: SourcetableText) {
    records = []
    for line in text.bytes.split(separator: .lineFeed) {
      let line = line.lineText
      if !line.isEmpty { records.append(Record(decoding: line)) }
    }
  }

  /// Returns the table's body: one record per line, followed by `ENDSOURCETABLE`.
  public func encode() -> [UInt8] {
    var text: [UInt8] = []
    for record in records {
      text.append(contentsOf: record.encode())
      text.append(contentsOf: "\r\n".utf8)
    }
    text.append(contentsOf: Self.end.utf8)
    text.append(contentsOf: "\r\n".utf8)
    return text
  }
}

extension Sourcetable.Record {
  init(decoding line: ArraySlice<UInt8>) {
    if line.begins(with: "STR;") {
      self = .stream(StreamRecord(decoding: line))
    } else if line.begins(with: "CAS;") {
      self = .caster(CasterRecord(decoding: line))
    } else if line.begins(with: "NET;") {
      self = .network(NetworkRecord(decoding: line))
    } else {
      self = .other(line.text)
    }
  }

  func encode() -> [UInt8] {
    switch self {
    case .stream(let record): record.encode()
    case .caster(let record): record.encode()
    case .network(let record): record.encode()
    case .other(let line): Array(line.utf8.map { $0 < 0x20 ? 0x20 : $0 })
    }
  }
}
