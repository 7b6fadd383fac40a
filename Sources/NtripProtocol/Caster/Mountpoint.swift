import Bytes
import GNSSBasics
import Mathematics
import TextOutput

/// A stream that a caster offers: a capture, or one that is made as time goes on, under a name.
public struct Mountpoint: Sendable {
  /// The name that clients ask for; it may hold a slash.
  public let name: String
  /// What the sourcetable says of it.
  public let record: StreamRecord
  /// What readers must log in with, one of these; `nil` when all may read, and none when nobody may.
  public let readers: [NtripCredentials]?
  let feed: Feed

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
    self.init(
      name: name, feed: .capture(CapturePlayer(capture, index: index, mode: mode)),
      CaptureSummary(capture.span, scan, index), remark: index.remark(in: mode), readers: readers)
  }

  /// Creates a mountpoint whose stream is made as time goes on.
  ///
  /// - Parameters:
  ///   - name: What clients ask for, without a leading slash.
  ///   - live: The stream; its first minute tells what the sourcetable says.
  ///   - readers: What readers must log in with, one of these; `nil` lets all read.
  public init(name: String, live: LiveFeed, readers: [NtripCredentials]? = nil) {
    let sample = live.sample
    let scan = CaptureScan(sample.span)
    let index = CaptureIndex(scan, count: sample.count, arrivals: [])
    self.init(
      name: name, feed: .live(live), CaptureSummary(sample.span, scan, index), remark: "live",
      readers: readers)
  }

  private init(
    name: String, feed: Feed, _ summary: CaptureSummary, remark: String,
    readers: [NtripCredentials]?
  ) {
    self.name = name
    self.feed = feed
    self.readers = readers
    record = StreamRecord(
      mountpoint: name, summary, isProtected: readers != nil, remark: remark)
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
