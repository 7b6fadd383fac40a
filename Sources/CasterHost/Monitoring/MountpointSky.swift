internal import GNSSBasics
internal import GNSSSimulation
internal import RTCMParser
internal import RTCMStreams
internal import TextOutput

/// The satellites of the last whole epoch in a mountpoint's stream, with their signals and directions.
struct MountpointSky {
  /// A satellite with its signals.
  struct Satellite {
    var id: SatelliteID
    /// The direction from the station; `nil` without the station's position or an ephemeris.
    var direction: SkyDirection?
    var signals: [SignalObservation]
  }

  /// The time of the epoch; `nil` if there is no epoch in the kept bytes.
  private(set) var time: GPSTime?
  /// The position of the station's antenna; `nil` if it is unknown.
  let station: GeodeticPosition?
  /// The satellites in the order of their systems and numbers.
  private(set) var satellites: [Satellite] = []

  /// Finds the satellites of a stream's last epoch.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - now: The present time, for a stream that does not tell its week.
  ///   - place: The station's position, for a stream that has not told it.
  init(_ stream: RecentStream, at now: GPSTime, from place: GeodeticPosition? = nil) {
    station = stream.station.map { GeodeticPosition($0.position) } ?? place
    let reference = stream.statistics.date ?? now
    guard let epoch = Self.lastEpoch(of: stream, near: reference) else { return }
    time = epoch.time
    var orbits = BroadcastSky()
    for message in stream.ephemerides.values { orbits.add(message, near: epoch.time) }
    let signals = Dictionary(grouping: epoch.observations) { $0.satellite }
    satellites = signals.sorted { $0.key < $1.key }.map { id, signals in
      Satellite(
        id: id,
        direction: station.flatMap { orbits.direction(of: id, at: epoch.time, from: $0) },
        signals: signals.sorted { $0.name < $1.name })
    }
  }

  /// Returns the last epoch that is known to be whole; the one under way if there is no other.
  private static func lastEpoch(
    of stream: RecentStream, near reference: GPSTime
  ) -> ObservationEpoch? {
    var (assembler, last) = (EpochAssembler(near: reference), ObservationEpoch?.none)
    stream.forEachFrame { frame in
      guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
      last = assembler.epochs(endedBy: message).last ?? last
    }
    return last ?? assembler.lastEpoch()
  }
}

extension SignalObservation {
  /// The signal's RINEX code; its number in the signal mask where the standard does not name it.
  fileprivate var name: String { code?.description ?? signalID.map { "#\($0)" } ?? "" }
}

extension MountpointSky {
  /// The sky as an object, for JSON and its schema.
  var described: DescribedValue {
    .object(
      [
        Described(
          "time_of_week", number: time.map { Double($0.millisecondsOfWeek) / 1000 }, decimals: 3,
          "GPS time of week of the last whole epoch", unit: "seconds"),
        Described("latitude", number: station?.latitude, decimals: 9, unit: "degrees"),
        Described("longitude", number: station?.longitude, decimals: 9, unit: "degrees"),
        Described("height", number: station?.height, decimals: 4, unit: "metres"),
        Described("satellites", .array(satellites.map(\.described))),
      ], schema: "Sky")
  }

  /// A sky with one satellite, from which the schema is made.
  static var example: DescribedValue {
    var sky = MountpointSky(RecentStream(), at: GPSTime(nanoseconds: 0))
    let signal = SignalObservation(
      constellation: .gps, satelliteNumber: 1, code: RINEXSignalCode(band: 1, attribute: 0x43))
    sky.satellites = [Satellite(id: signal.satellite, signals: [signal])]
    return sky.described
  }
}

extension MountpointSky.Satellite {
  fileprivate var described: DescribedValue {
    .object([
      Described("satellite", text: id.description, "The name in RINEX"),
      Described("system", text: id.constellation.name),
      Described(
        "azimuth", number: direction?.azimuth, decimals: 2,
        "Null without the station's position or an ephemeris in the stream", unit: "degrees"),
      Described("elevation", number: direction?.elevation, decimals: 2, unit: "degrees"),
      Described(
        "signals",
        .array(
          signals.map { signal in
            .object([
              Described("code", text: signal.name, "The signal's code in RINEX"),
              Described(
                "cnr", number: signal.cnr, decimals: 2, "Carrier-to-noise ratio", unit: "dB-Hz"),
            ])
          })),
    ])
  }
}
