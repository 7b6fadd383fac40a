internal import Bytes
internal import TextOutput

/// The timing files beside a capture, which hold the arrival times of its bytes.
///
/// The project's own format is `CAPTURE.timing`, with a line per arrival. `{"t":1780315200.250,"n":512}`
/// means that 512 bytes arrived at that second of any clock; files written here use seconds since 1970.
/// RTKLIB's format is `CAPTURE.tag`.
public enum CaptureTiming {
  /// The suffix of the project's own timing file, appended to the capture's name.
  public static let ending = ".timing"
  /// The suffix of RTKLIB's time tag file, appended to the capture's name.
  public static let tagEnding = ".tag"

  /// Reads a timing file of the project's own format.
  ///
  /// A last line without a line end is ignored: its writer was interrupted.
  ///
  /// - Parameter bytes: The bytes of the file.
  /// - Returns: The arrivals in the file's order.
  /// - Throws: ``CaptureTimingError/badLine(_:)`` for the first malformed line.
  public static func arrivals(
    timing bytes: Span<UInt8>
  ) throws(CaptureTimingError) -> [CaptureArrival] {
    let all = [UInt8](bytes)
    var arrivals: [CaptureArrival] = []
    var lines = all.split(separator: .lineFeed, omittingEmptySubsequences: false)
    lines.removeLast()
    for (index, line) in lines.enumerated() where !line.trimmed.isEmpty {
      guard let arrival = CaptureArrival(line: line.trimmed) else { throw .badLine(index + 1) }
      arrivals.append(arrival)
    }
    return arrivals
  }

  /// Reads a time tag file of RTKLIB.
  ///
  /// The file begins with 64 bytes of text and 12 bytes of date. Each entry then holds the milliseconds
  /// since the beginning in 4 bytes, and the capture's length after that write in 4 or 8 bytes, all
  /// little-endian.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - length: The length of the capture, by which the two entry sizes are told apart.
  /// - Returns: The arrivals in the file's order, on a clock that starts with the recording.
  /// - Throws: ``CaptureTimingError/noTag`` or ``CaptureTimingError/otherCapture``.
  public static func arrivals(
    tag bytes: Span<UInt8>, of length: Int
  ) throws(CaptureTimingError) -> [CaptureArrival] {
    let all = [UInt8](bytes)
    guard all[...].begins(with: "TIMETAG "), all.count >= tagHeaderLength else { throw .noTag }
    let entries = all[tagHeaderLength...]
    for size in [4, 8] {
      if let arrivals = arrivals(entries, positionSize: size, of: length) { return arrivals }
    }
    throw .otherCapture
  }

  private static let tagHeaderLength = 64 + 4 + 8

  /// Returns the arrivals if positions of `positionSize` bytes never decrease nor exceed the capture's
  /// length; else `nil`.
  private static func arrivals(
    _ entries: ArraySlice<UInt8>, positionSize: Int, of length: Int
  ) -> [CaptureArrival]? {
    var arrivals: [CaptureArrival] = []
    var (last, time): (UInt64, UInt64) = (0, 0)
    var rest = entries
    while rest.count >= 4 + positionSize {
      let now = rest.prefix(4).littleEndian
      let position = rest.dropFirst(4).prefix(positionSize).littleEndian
      guard now >= time, position >= last, position <= UInt64(length) else { return nil }
      if position > last {
        arrivals.append(
          CaptureArrival(time: .milliseconds(Int64(now)), count: Int(position - last)))
      }
      (time, last) = (now, position)
      rest = rest.dropFirst(4 + positionSize)
    }
    return arrivals
  }
}

/// An unusable timing file of a capture.
public enum CaptureTimingError: Error, Hashable, Sendable {
  /// This line, counted from 1, is malformed; a valid line is `{"t":0.250,"n":512}`.
  case badLine(Int)
  /// The file does not begin like RTKLIB's time tags.
  case noTag
  /// The file's positions do not fit the capture: they decrease, or exceed its length.
  case otherCapture
}

extension CaptureTimingError: CustomStringConvertible {
  /// The fault as a phrase that follows the file's name.
  public var description: String {
    switch self {
    case .badLine(let line):
      "line \(line) is none such as {\"t\":0.250,\"n\":512}"
    case .noTag: "does not begin as a time tag of RTKLIB does"
    case .otherCapture: "is no time tag of this capture: it tells of other bytes"
    }
  }
}

extension CaptureArrival {
  /// Returns the arrival as a line of the project's own timing file, with its line end.
  public func encode() -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("t", time / .seconds(1), decimals: 3)
      json.member("n", count)
    }
    return json.bytes + [.lineFeed]
  }

  /// Reads a line; members other than `t` and `n` are ignored.
  fileprivate init?(line: ArraySlice<UInt8>) {
    guard line.first == UInt8(ascii: "{"), line.last == UInt8(ascii: "}") else { return nil }
    var time: Double?
    var count: Int?
    for member in line.dropFirst().dropLast().split(separator: UInt8(ascii: ",")) {
      let parts = member.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2 else { return nil }
      switch parts[0].trimmed.text {
      case "\"t\"": time = parts[1].trimmed.decimalNumber
      case "\"n\"": count = parts[1].trimmed.decimalInteger
      default: break
      }
    }
    guard let time, let count, time.magnitude < Self.latestTime else { return nil }
    self.init(time: .microseconds(Int64((time * 1e6).rounded())), count: count)
  }

  /// The limit of times in seconds: far beyond any date, and in microseconds within 64 bits.
  private static var latestTime: Double { 1e12 }
}

extension ArraySlice<UInt8> {
  /// The bytes as a little-endian number; at most eight.
  fileprivate var littleEndian: UInt64 { reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
