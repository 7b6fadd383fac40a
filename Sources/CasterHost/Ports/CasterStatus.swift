internal import NtripMemory
internal import NtripProtocol
internal import RTCMStreams
internal import TextOutput

/// The status of a caster by mountpoint, the source of the JSON status and the metrics.
struct CasterStatus {
  let streams: [CasterSnapshot.Stream]
  let openSockets: Int
  let meters: [String: StreamMeter]
  let relays: [String: NtripLinkStatus?]
  let cluster: ClusterDesk.Report?
  let publications: [PublicationDesk.Report]

  var described: DescribedValue {
    var members = [
      Described(
        "sockets", count: openSockets, "Open connections", metric: .gauge("caster_sockets")),
      Described("mounts", streams.map { stream in mount(stream) }, memberLabel: "mount"),
    ]
    if let cluster { members.append(cluster.summary) }
    if !publications.isEmpty { members.append(PublicationDesk.Report.described(publications)) }
    return .object(members)
  }

  private func mount(_ stream: CasterSnapshot.Stream) -> Described {
    var members = [
      Described(
        "readers", count: stream.readerCount, "Connections that read it",
        metric: .gauge("caster_readers")),
      Described(
        "bytes_sent", count: stream.byteCount, "Bytes of the stream sent to all readers",
        metric: .counter("caster_sent_bytes_total")),
      Described(
        "drops", count: stream.dropCount, "Readers that were cut off since they did not keep up",
        metric: .counter("caster_drops_total")),
      Described(
        "source", count: stream.hasSource ? 1 : 0, "Whether a source pushes it",
        metric: .gauge("caster_source")),
    ]
    if let meter = meters[stream.mountpoint] { members += pushed(meter.reading) }
    if let relay = relays[stream.mountpoint] {
      members.append(Described("link", text: relay?.state.rawValue ?? "off"))
      members.append(Described("error", text: relay?.error))
    }
    return Described(stream.mountpoint, members)
  }

  private func pushed(_ reading: StreamMeter.Reading) -> [Described] {
    let statistics = reading.statistics
    return [
      Described(
        "bytes_received", count: reading.byteCount, "Bytes pushed",
        metric: .counter("caster_received_bytes_total")),
      Described(
        "frames", count: statistics.frames.total, "Valid frames pushed",
        metric: .counter("caster_frames_total")),
      Described(
        "bad_crc", count: statistics.counts.badCRC, "Frame candidates with a wrong checksum",
        metric: .counter("caster_bad_crc_total")),
      Described(
        "epochs", count: statistics.epochs, "Observation epochs pushed",
        metric: .counter("caster_epochs_total")),
      Described(
        "missing_epochs", count: statistics.missingEpochs, "Epochs that did not come",
        metric: .counter("caster_missing_epochs_total")),
      Described(
        "torn_frames", count: reading.cuts, "Frames that a source left unfinished",
        metric: .counter("caster_torn_frames_total")),
      Described(
        "bytes_per_second", number: statistics.frameBytesPerSecond, decimals: 1,
        "Bytes of frames in a second of the stream, on average"),
    ]
  }
}
