import Bytes
import GNSSBasics
import TextOutput

extension Sourcetable {
  /// Mountpoints near to one that is not there.
  ///
  /// First come those whose names differ by a letter or two, since most names are mistyped; then the nearest
  /// in place, where a position is known; then those whose names differ least.
  ///
  /// - Parameters:
  ///   - name: The mountpoint that was asked for.
  ///   - position: Where one wants to be served; `nil` when that is not known.
  ///   - count: How many, at most.
  /// - Returns: Their names, the nearest first.
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

  /// Returns the cause for which a mountpoint was answered by this table.
  func cause(
    ofMissing mountpoint: String, near position: GeodeticPosition?
  ) -> NtripFailure.Cause {
    if stream(at: mountpoint) != nil { return .mountpointNotServed }
    return .noSuchMountpoint(
      offered: streams.count, nearest: nearest(to: mountpoint, from: position))
  }

  /// Longer names, and more of them than any caster has, are left out: a table may be of anybody's making.
  private static var longestName: Int { 100 }
  private static var mostNames: Int { 20_000 }

  private struct Candidate {
    let mountpoint: String
    let difference: Int
    /// Metres, straight through; infinite when either place is not known.
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
  /// The text with `A...Z` made `a...z`.
  fileprivate var lowercasedASCII: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension StreamRecord {
  /// Whether the format may be RTCM 3, in whichever of the ways that tables write it; one that is not told may.
  public var mayCarryFrames: Bool {
    guard !format.isEmpty else { return true }
    let bytes = Array(format.utf8)[...]
    guard bytes.contains(phrase: "rtcm") else { return false }
    return bytes.first { $0.isDigit }.map { $0 == UInt8(ascii: "3") } ?? true
  }
}
