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
  ///   - name: The mountpoint's name in requests, without a leading slash.
  ///   - capture: The stream, which also provides the sourcetable record.
  ///   - mode: Whether the capture is repeated.
  ///   - options: The start position and date of the playback. With a date, the stream follows the caster's
  ///     time, which begins at that date; otherwise it begins with its first reader.
  ///   - provider: The stream's provider in the sourcetable.
  public init(
    name: String, capture: Capture, mode: CapturePlayer.Mode = .looping,
    options: PlayingOptions = PlayingOptions(), provider: StreamProvider = StreamProvider()
  ) {
    let player = CapturePlayer(capture, mode: mode, options: options)
    let record = StreamRecord(mountpoint: name, capture, remark: player.remark, provider)
    self.init(record, feed: StreamFeed(player), isClocked: options.date != nil)
  }

  /// Creates a mountpoint whose stream is generated while it runs.
  ///
  /// - Parameters:
  ///   - name: The mountpoint's name in requests, without a leading slash.
  ///   - live: The stream; its first minute provides the sourcetable record.
  ///   - isClocked: Whether the stream begins with the caster's time, even before it has readers.
  ///   - provider: The stream's provider in the sourcetable.
  public init(
    name: String, live: StreamFeed, isClocked: Bool = false,
    provider: StreamProvider = StreamProvider()
  ) {
    let record = StreamRecord(
      mountpoint: name, Capture(live.sample), remark: "live", provider)
    self.init(record, feed: live, isClocked: isClocked)
  }

  /// Creates a mountpoint whose stream a source or the caster's owner pushes.
  ///
  /// - Parameters:
  ///   - name: The mountpoint's name in requests, without a leading slash.
  ///   - meter: The meter of the stream, which also provides the sourcetable record.
  ///   - supplier: The supplier of the bytes; sources are rejected unless they are the supplier.
  ///   - needsPosition: Whether readers have to send their position.
  ///   - provider: The stream's provider in the sourcetable.
  public init(
    name: String, pushedThrough meter: StreamMeter, by supplier: Supplier = .source,
    needsPosition: Bool = false, provider: StreamProvider = StreamProvider()
  ) {
    let record = StreamRecord(
      mountpoint: name, identifier: name, network: provider.network, country: provider.country,
      needsPosition: needsPosition, generator: "")
    self.init(record, pushedThrough: meter.filter, by: supplier)
  }
}

/// The provider of a stream in the sourcetable.
public struct StreamProvider: Hashable, Sendable {
  /// The network that the station belongs to.
  public var network: String
  /// The program or receiver that makes the stream.
  public var generator: String
  /// The country of the station, ISO 3166 alpha-3; empty if it is unknown.
  public var country: String

  /// Creates a provider, by default `boardsim`.
  public init(network: String = "boardsim", generator: String = "boardsim", country: String = "") {
    self.network = network
    self.generator = generator
    self.country = country
  }
}

extension StreamFeed {
  /// Creates a feed of the rest of a player's capture.
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

  /// The first minute of the stream, at most ``longestSample`` bytes.
  fileprivate var sample: [UInt8] {
    var (sample, rest) = ([UInt8](), self)
    let end = (nextTime ?? .zero) + .seconds(60)
    while let time = rest.nextTime, time < end, sample.count < Self.longestSample {
      sample += rest.next() ?? []
    }
    return sample
  }

  /// The size limit of a sample in bytes: ten times a minute of the busiest base stations.
  private static var longestSample: Int { 1 << 20 }
}

extension StreamRecord {
  /// Returns the record with the properties of a stream; `nil` if the stream has no frames.
  func described(by stream: Capture) -> StreamRecord? {
    let summary = stream.summary
    guard summary.frames.total > 0 else { return nil }
    var record = self
    (record.format, record.formatDetails) = (summary.format, summary.formatDetails)
    (record.carrier, record.bitrate) = (summary.carrier, summary.bitrate)
    record.navigationSystem = summary.navigationSystem
    if let position = summary.station.map({ GeodeticPosition($0.position) }) {
      (record.latitude, record.longitude) = (position.latitude, position.longitude)
    }
    return record
  }

  fileprivate init(
    mountpoint: String, _ capture: Capture, remark: String, _ provider: StreamProvider
  ) {
    let summary = capture.summary
    let position = summary.station.map { GeodeticPosition($0.position) }
    self.init(
      mountpoint: mountpoint, identifier: mountpoint, format: summary.format,
      formatDetails: summary.formatDetails, carrier: summary.carrier,
      navigationSystem: summary.navigationSystem, network: provider.network,
      country: provider.country, latitude: position?.latitude, longitude: position?.longitude,
      generator: provider.generator,
      bitrate: summary.bitrate, miscellaneous: remark)
  }
}

extension CapturePlayer {
  /// The sourcetable remark, for readers that might take the stream for a live one.
  fileprivate var remark: String {
    var text = Array("capture, played once".utf8)
    if mode == .looping {
      text = Array("capture, repeats every ".utf8)
      text.append(decimal: period / .seconds(1), decimals: 0)
      text += " s, dated on".utf8
    }
    for loss in losses where loss.reason != .neverInForce {
      text += ", ".utf8
      text += loss.description.utf8
    }
    return text[...].text
  }
}
