import Mathematics
import TextOutput

/// A stream that a caster offers: a capture under a name.
public struct Mountpoint: Sendable {
  /// The name that clients ask for; it may hold a slash.
  public let name: String
  /// What the sourcetable says of it.
  public let record: StreamRecord
  /// What readers must log in with, one of these; `nil` when all may read, and none when nobody may.
  public let readers: [NtripCredentials]?
  var player: CapturePlayer

  /// Creates a mountpoint that plays a capture.
  ///
  /// - Parameters:
  ///   - name: What clients ask for, without a leading slash.
  ///   - capture: The stream's bytes, which also tell what the sourcetable says.
  ///   - arrivals: When the bytes came, if that is known; otherwise the epochs inside tell.
  ///   - mode: Whether the capture is repeated.
  ///   - readers: What readers must log in with, one of these; `nil` lets all read.
  public init(
    name: String, capture: [UInt8], arrivals: [CaptureArrival] = [],
    mode: CapturePlayer.Mode = .looping, readers: [NtripCredentials]? = nil
  ) {
    let scan = CaptureScan(capture.span)
    let index = CaptureIndex(scan, count: capture.count, arrivals: arrivals)
    let summary = CaptureSummary(capture.span, scan, index)
    self.name = name
    self.readers = readers
    player = CapturePlayer(capture, index: index, mode: mode)
    record = StreamRecord(
      mountpoint: name, summary, isProtected: readers != nil, remark: index.remark(in: mode))
  }
}

extension StreamRecord {
  fileprivate init(
    mountpoint: String, _ summary: CaptureSummary, isProtected: Bool, remark: String
  ) {
    let position = summary.position.map { GeodeticPosition($0) }
    self.init(
      mountpoint: mountpoint, identifier: mountpoint, format: summary.format,
      formatDetails: summary.formatDetails, carrier: summary.carrier,
      navigationSystem: summary.navigationSystem, network: "boardsim",
      latitude: position?.latitude, longitude: position?.longitude, generator: "boardsim",
      authentication: isProtected ? .basic : .none, bitrate: summary.bitrate,
      miscellaneous: remark)
  }
}

extension CaptureIndex {
  /// What a reader should know who takes the stream for a live one.
  fileprivate func remark(in mode: CapturePlayer.Mode) -> String {
    guard mode == .looping else { return "capture, played once" }
    var text = Array("capture, repeats every ".utf8)
    text.append(decimal: period / .seconds(1), decimals: 0)
    return text[...].text + " s with its observations dated on"
  }
}
