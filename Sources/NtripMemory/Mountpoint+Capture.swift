internal import Bytes
internal import GNSSBasics
internal import Mathematics
public import NtripProtocol
public import RTCMStreams
internal import TextOutput

extension Mountpoint {
  /// Creates a mountpoint that plays a capture.
  ///
  /// - Parameters:
  ///   - name: What clients ask for, without a leading slash.
  ///   - capture: The stream, which also tells what the sourcetable says.
  ///   - mode: Whether the capture is repeated.
  ///   - readers: What readers must log in with, one of these; `nil` lets all read.
  ///   - provider: Whose stream the sourcetable says it is.
  public init(
    name: String, capture: Capture, mode: CapturePlayer.Mode = .looping,
    readers: [NtripCredentials]? = nil, provider: StreamProvider = StreamProvider()
  ) {
    let record = StreamRecord(
      mountpoint: name, capture, remark: capture.index.remark(in: mode), provider)
    self.init(record, feed: StreamFeed(CapturePlayer(capture, mode: mode)), readers: readers)
  }

  /// Creates a mountpoint whose stream is made as time goes on.
  ///
  /// - Parameters:
  ///   - name: What clients ask for, without a leading slash.
  ///   - live: The stream; its first minute tells what the sourcetable says.
  ///   - readers: What readers must log in with, one of these; `nil` lets all read.
  ///   - provider: Whose stream the sourcetable says it is.
  public init(
    name: String, live: StreamFeed, readers: [NtripCredentials]? = nil,
    provider: StreamProvider = StreamProvider()
  ) {
    let record = StreamRecord(
      mountpoint: name, Capture(live.sample), remark: "live", provider)
    self.init(record, feed: live, readers: readers)
  }
}

/// Whose stream a sourcetable says that it is.
public struct StreamProvider: Hashable, Sendable {
  /// The network that the station belongs to.
  public var network: String
  /// The program or receiver that makes the stream.
  public var generator: String

  /// Creates a provider; ours unless told otherwise.
  public init(network: String = "boardsim", generator: String = "boardsim") {
    self.network = network
    self.generator = generator
  }
}

extension StreamFeed {
  /// Creates what a player has still to play.
  fileprivate init(_ player: CapturePlayer) {
    guard let time = player.nextTime else {
      self = .ended
      return
    }
    let pass = { @Sendable (time: Duration) in
      var player = player
      player.skip(to: time)
      return StreamFeed(player)
    }
    self.init(at: time, passingTo: pass) {
      var player = player
      let slice = player.due(at: time)
      return (slice?.bytes ?? [], StreamFeed(player))
    }
  }

  /// What the first minute of the stream will be, as far as it is sensible to look ahead.
  fileprivate var sample: [UInt8] {
    var (sample, rest) = ([UInt8](), self)
    let end = (nextTime ?? .zero) + .seconds(60)
    while let time = rest.nextTime, time < end, sample.count < Self.longestSample {
      sample += rest.next() ?? []
    }
    return sample
  }

  /// A minute of the busiest bases has a tenth of this, bytes.
  private static var longestSample: Int { 1 << 20 }
}

extension StreamRecord {
  fileprivate init(
    mountpoint: String, _ capture: Capture, remark: String, _ provider: StreamProvider
  ) {
    let summary = capture.summary
    let position = summary.station.map { GeodeticPosition($0.position) }
    self.init(
      mountpoint: mountpoint, identifier: mountpoint, format: summary.format,
      formatDetails: summary.formatDetails, carrier: summary.carrier,
      navigationSystem: summary.navigationSystem, network: provider.network,
      latitude: position?.latitude, longitude: position?.longitude, generator: provider.generator,
      bitrate: summary.bitrate, miscellaneous: remark)
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
