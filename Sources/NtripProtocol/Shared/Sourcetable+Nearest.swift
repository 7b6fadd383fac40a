import Bytes
import GNSSBasics
import TextOutput

extension Sourcetable {
  /// Returns the mountpoints closest to a missing one.
  ///
  /// Names that differ by a few letters come first, since most wrong names are mistyped. Then come
  /// the nearest mountpoints by place, if a position is known, and then those with the most similar
  /// names.
  ///
  /// - Parameters:
  ///   - name: The requested mountpoint.
  ///   - position: The reader's position; `nil` when unknown.
  ///   - count: The maximum number of names.
  /// - Returns: The names, closest first.
  public func nearest(
    to name: String, from position: GeodeticPosition? = nil, count: Int = 3
  ) -> [String] {
    let candidates = streams.filter { (1...Self.longestName).contains($0.mountpoint.utf8.count) }
      .prefix(Self.mostNames).map {
        Candidate($0, name: name, place: position.map(ECEFPosition.init))
      }
    let typo = max(2, name.utf8.count / 3)
    let ranked = candidates.sorted { a, b in
      let (isTypoA, isTypoB) = (a.difference <= typo, b.difference <= typo)
      if isTypoA != isTypoB { return isTypoA }
      if isTypoA || a.distance == b.distance { return a.difference < b.difference }
      return a.distance < b.distance
    }
    return ranked.prefix(max(count, 0)).map { $0.mountpoint }
  }

  /// Returns the cause of the failure when this table is the answer to a request for a mountpoint.
  func cause(
    ofMissing mountpoint: String, near position: GeodeticPosition?
  ) -> NtripFailure.Cause {
    if stream(at: mountpoint) != nil { return .mountpointNotServed }
    return .noSuchMountpoint(
      offered: streams.count, nearest: nearest(to: mountpoint, from: position))
  }

  /// The limits on names and records that are compared, because a table comes from an unknown server.
  private static var longestName: Int { 100 }
  private static var mostNames: Int { 20_000 }

  private struct Candidate {
    let mountpoint: String
    let difference: Int
    /// The straight-line distance in metres; infinite when either place is unknown.
    let distance: Double

    init(_ record: StreamRecord, name: String, place: ECEFPosition?) {
      mountpoint = record.mountpoint
      difference = editDistance(name.lowercasedASCII, mountpoint.lowercasedASCII)
      guard let place, let latitude = record.latitude, let longitude = record.longitude else {
        distance = .infinity
        return
      }
      let station = GeodeticPosition(latitude: latitude, longitude: longitude, height: 0)
      distance = place.distance(to: ECEFPosition(station))
    }
  }
}

extension String {
  /// The text with ASCII letters in lower case.
  fileprivate var lowercasedASCII: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension StreamRecord {
  /// Whether the format may be RTCM 3, in any of the spellings in use; a missing format may be RTCM 3.
  public var mayCarryFrames: Bool {
    guard !format.isEmpty else { return true }
    let bytes = Array(format.utf8)[...]
    guard bytes.contains(phrase: "rtcm") else { return false }
    return bytes.first { $0.isDigit }.map { $0 == UInt8(ascii: "3") } ?? true
  }
}
