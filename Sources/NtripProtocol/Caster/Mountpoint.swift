import Mathematics

/// A stream that a caster offers: a capture under a name.
public struct Mountpoint: Sendable {
  /// The name that clients ask for; it may hold a slash.
  public let name: String
  /// What the sourcetable says of it.
  public let record: StreamRecord
  /// What readers must log in with; `nil` when all may read.
  public let credentials: NtripCredentials?
  var player: CapturePlayer

  /// Creates a mountpoint that plays a capture.
  ///
  /// - Parameters:
  ///   - name: What clients ask for, without a leading slash.
  ///   - capture: The stream's bytes, which also tell what the sourcetable says.
  ///   - arrivals: When the bytes came, if that is known; otherwise the epochs inside tell.
  ///   - mode: Whether the capture is repeated.
  ///   - credentials: What readers must log in with.
  public init(
    name: String, capture: [UInt8], arrivals: [CaptureArrival] = [],
    mode: CapturePlayer.Mode = .looping, credentials: NtripCredentials? = nil
  ) {
    let scan = CaptureScan(capture.span)
    let index = CaptureIndex(scan, count: capture.count, arrivals: arrivals)
    let summary = CaptureSummary(capture.span, scan, index)
    self.name = name
    self.credentials = credentials
    player = CapturePlayer(capture, index: index, mode: mode)
    record = StreamRecord(mountpoint: name, summary, isProtected: credentials != nil)
  }
}

extension StreamRecord {
  fileprivate init(mountpoint: String, _ summary: CaptureSummary, isProtected: Bool) {
    let position = summary.position.map { GeodeticPosition($0) }
    self.init(
      mountpoint: mountpoint, identifier: mountpoint, format: summary.format,
      formatDetails: summary.formatDetails, carrier: summary.carrier,
      navigationSystem: summary.navigationSystem, network: "boardsim",
      latitude: position?.latitude, longitude: position?.longitude, generator: "boardsim",
      authentication: isProtected ? .basic : .none, bitrate: summary.bitrate,
      miscellaneous: "capture")
  }
}
