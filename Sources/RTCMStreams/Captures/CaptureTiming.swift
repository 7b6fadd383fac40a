internal import Bytes
internal import TextOutput

/// When the bytes of a capture arrived, as a file beside it tells.
///
/// Ours is `CAPTURE.timing`, a line for each arrival: `{"t":1780315200.250,"n":512}`, 512 bytes at that second
/// of any clock; we write seconds since 1970. RTKLIB's is `CAPTURE.tag`.
public enum CaptureTiming {
  /// The suffix of our file's name behind the capture's.
  public static let ending = ".timing"
  /// The suffix of RTKLIB's file's name behind the capture's.
  public static let tagEnding = ".tag"

  /// Reads our file.
  ///
  /// A last line without a line end is left out: whoever wrote it was interrupted.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: The arrivals in the file's order.
  /// - Throws: ``CaptureTimingError/badLine(_:)``.
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

  /// Reads RTKLIB's file.
  ///
  /// It begins with 64 bytes of text and 12 of a date. Then, for each writing, milliseconds since the
  /// beginning in 4 bytes, and the capture's length after it in 4 or 8, lowest byte first.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - length: The capture's length, by which the two forms are told apart.
  /// - Returns: The arrivals in the file's order, by a clock that begins with the recording.
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

  /// The arrivals, if positions of so many bytes make sense: they grow, to the capture's length at most.
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

/// An unusable side file of a capture.
public enum CaptureTimingError: Error, Hashable, Sendable {
  /// This line, counted from 1, is none such as `{"t":0.250,"n":512}`.
  case badLine(Int)
  /// The file does not begin as RTKLIB's do.
  case noTag
  /// The file tells of more bytes than the capture has.
  case otherCapture
}

extension CaptureTimingError: CustomStringConvertible {
  /// The fault, to follow the file's name.
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
  /// The line of our side file, with its line end.
  public func encode() -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("t", time / .seconds(1), decimals: 3)
      json.member("n", count)
    }
    return json.bytes + [.lineFeed]
  }

  /// Reads a line; other members than `t` and `n` are passed over.
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

  /// Far beyond any date, and microseconds of it fit 64 bits.
  private static var latestTime: Double { 1e12 }
}

extension ArraySlice<UInt8> {
  /// The bytes as a number, the lowest first; at most eight.
  fileprivate var littleEndian: UInt64 { reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
