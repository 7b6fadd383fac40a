import Bytes

/// The sourcetable of a caster: its mountpoints, itself and its neighbours, and the networks they belong to.
public struct Sourcetable: Hashable, Sendable {
  /// A line of the table.
  public enum Record: Hashable, Sendable {
    /// A mountpoint, `STR`.
    case stream(StreamRecord)
    /// A caster, `CAS`.
    case caster(CasterRecord)
    /// A network of stations, `NET`.
    case network(NetworkRecord)
    /// Anything else, as it stands.
    case other(String)
  }

  /// The lines in their order.
  public var records: [Record]

  /// Creates a table of these lines.
  public init(_ records: [Record] = []) { self.records = records }

  /// The mountpoints, in the table's order.
  public var streams: [StreamRecord] {
    records.compactMap { if case .stream(let record) = $0 { record } else { nil } }
  }

  /// Whether there is a record of a mountpoint, a caster or a network.
  var hasRecords: Bool {
    records.contains { if case .other = $0 { false } else { true } }
  }

  /// The first line, where there are lines and none is a record; `nil` where one is, and in an empty table.
  var lineWithoutRecords: String? {
    guard !hasRecords, case .other(let line)? = records.first else { return nil }
    return line
  }

  /// The record of one mountpoint; names are told apart by case.
  public func stream(at mountpoint: String) -> StreamRecord? {
    streams.first { $0.mountpoint == mountpoint }
  }
}

extension Sourcetable {
  /// The line that ends a table.
  static let end = "ENDSOURCETABLE"

  /// Reads a table's body, up to `ENDSOURCETABLE` or to the end of the bytes.
  ///
  /// Tables in the wild leave fields out, empty or out of range. No line is rejected: what cannot be
  /// read is `nil` or empty, and lines of other kinds are kept. A table that is compressed by gzip or zlib,
  /// in UTF-16 or behind a byte order mark is read all the same.
  public init(decoding bytes: Span<UInt8>) { self.init(SourcetableText([UInt8](bytes))) }

  /// Reads the lines of a table.
  init(_ text: SourcetableText) {
    records = []
    for line in text.bytes.split(separator: .lineFeed) {
      let line = line.lineText
      if line.begins(with: Self.end) { break }
      if !line.isEmpty { records.append(Record(decoding: line)) }
    }
  }

  /// The table's body: each record on a line, and `ENDSOURCETABLE`.
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
