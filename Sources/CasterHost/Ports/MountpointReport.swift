internal import GNSSBasics
internal import Mathematics
internal import NtripMemory
internal import NtripProtocol
internal import RTCMParser
internal import RTCMStreams
internal import TextOutput

/// A mountpoint with the rates, gaps and damage of its stream as its readers get it.
struct MountpointReport {
  /// The mountpoint's state in the caster.
  let stream: CasterSnapshot.Stream
  /// The origin of the stream in one word.
  let origin: String
  /// The state of a relay's link; `nil` for other mountpoints, and for a relay without a link.
  let link: NtripLinkStatus?
  /// The caster of the cluster that has the stream; `nil` for a stream of this caster.
  let node: String?
  /// The findings in the stream; without any for a mountpoint whose readers get other mountpoints' streams.
  let findings: Findings

  /// The findings in a stream at one time.
  struct Findings: Sendable {
    var byteCount = 0
    var statistics = StreamStatistics()
    var rate: (bytes: Double, frames: Double)?
    var station: StationPosition?
    /// The time since the last bytes.
    var age: Duration?
    /// The time from the last observations to their sending, seconds.
    var latency: Double?
  }

  /// The report as an object, for JSON and its schema.
  var described: DescribedValue {
    .object(
      [
        Described("name", text: stream.mountpoint),
        Described("origin", .word(origin, of: CasterConfiguration.Mount.Origin.words)),
      ] + clients + counts + times + place, schema: "Mountpoint")
  }

  private var clients: [Described] {
    let source = stream.source
    return [
      Described("readers", count: stream.readerCount, "Connections that read it"),
      Described("bytes_sent", count: stream.byteCount, "Bytes of the stream sent to all readers"),
      Described(
        "drops", count: stream.dropCount, "Readers that were cut off since they did not keep up"),
      Described("source_address", text: source?.address, "The source's address; null without one"),
      Described("source_agent", text: source?.agent, "The source's program"),
      Described("source_user", text: source?.user, "The source's user name; empty in version 1"),
      Described(
        "source_seconds", number: source?.age?.inSeconds, decimals: 1,
        "How long the source has been pushing", unit: "seconds"),
      Described("link", text: link?.state.rawValue, "The state of a relay's link"),
      Described("error", text: link?.error, "Why the link failed last"),
      Described(
        "node", text: node,
        "The caster of the cluster that has the stream; null for a stream of this one"),
    ]
  }

  private var counts: [Described] {
    let statistics = findings.statistics
    return [
      Described("bytes", count: findings.byteCount, "Bytes of the stream as readers get it"),
      Described("frames", count: statistics.counts.frames, "Valid frames in it"),
      Described(
        "bad_crc", count: statistics.counts.badCRC, "Frame candidates with a wrong checksum"),
      Described("epochs", count: statistics.epochs, "Observation epochs"),
      Described("missing_epochs", count: statistics.missingEpochs, "Epochs that did not come"),
    ]
  }

  private var times: [Described] {
    [
      Described(
        "bytes_per_second", number: findings.rate?.bytes, decimals: 1,
        "Over the last ten whole seconds"),
      Described(
        "frames_per_second", number: findings.rate?.frames, decimals: 2,
        "Over the last ten whole seconds"),
      Described(
        "age", number: findings.age?.inSeconds, decimals: 3, "Since the last bytes", unit: "seconds"
      ),
      Described(
        "latency", number: findings.latency, decimals: 3,
        "From the time of the last observations to their sending; null for a stream of another date",
        unit: "seconds"),
    ]
  }

  private var place: [Described] {
    let position = findings.station.map { GeodeticPosition($0.position) }
    return [
      Described(
        "station_id", count: findings.station?.stationID, "Of the last message 1005 or 1006"),
      Described(
        "latitude", number: position?.latitude ?? stream.latitude, decimals: 7,
        "Of the last message 1005 or 1006; before it, of the sourcetable", unit: "degrees"),
      Described(
        "longitude", number: position?.longitude ?? stream.longitude, decimals: 7, unit: "degrees"),
    ]
  }

  /// A report of a mountpoint without a stream, from which the schema is made.
  static var example: DescribedValue {
    let caster = Caster([Mountpoint(nearestAs: "NEAR")])
    return MountpointReport(
      stream: caster.streams[0], origin: "nearest", link: nil, node: nil, findings: Findings()
    ).described
  }
}

extension MountpointReport.Findings {
  /// Takes the findings in a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - clock: The clock by which the stream's pieces came.
  init(_ stream: RecentStream, by clock: CasterClock) {
    let now = clock.elapsed
    byteCount = stream.byteCount
    statistics = stream.statistics
    rate = stream.rate.perSecond(at: now)
    station = stream.station
    age = stream.lastTime.map { now - $0 }
    latency = Self.latency(of: stream, by: clock)
  }

  /// The greatest difference to the clock at which a stream counts as one of now, seconds.
  private static let greatestLatency = 3600.0

  private static func latency(of stream: RecentStream, by clock: CasterClock) -> Double? {
    guard let (epoch, time) = stream.lastObservations(), let sent = clock.gpsTime(at: time),
      let observed = epoch.gpsTime(near: stream.statistics.date ?? sent)
    else { return nil }
    let latency = sent.seconds(since: observed)
    return latency.magnitude <= greatestLatency ? latency : nil
  }
}

extension CasterConfiguration.Mount.Origin {
  /// The origin in one word.
  var word: String {
    switch self {
    case .capture: "capture"
    case .synthesised: "synthesised"
    case .relay: "relay"
    case .topic: "topic"
    case .source: "source"
    case .nearest: "nearest"
    }
  }

  /// All words, in the order of the cases.
  static var words: [String] {
    ["capture", "synthesised", "relay", "topic", "source", "nearest", otherCaster]
  }

  /// The word for a mountpoint that only another caster of the cluster has.
  static var otherCaster: String { "cluster" }
}
