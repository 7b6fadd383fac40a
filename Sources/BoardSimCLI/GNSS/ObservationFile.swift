internal import GNSSBasics
internal import Positioning
internal import RTCMParser
internal import RTCMStreams

/// A file of observations, of which everything but the observations is known: RTCM 3, a u-blox receiver's log,
/// or RINEX.
///
/// The file is read twice, so that an ephemeris that comes late serves the epochs before it, and memory does
/// not grow with the file.
struct ObservationFile {
  let path: String
  let form: ObservationForm
  /// A time within half a week of the first epoch.
  private(set) var date: GPSTime
  /// Whether the date is known, and not only the time of the week.
  private(set) var isDated = false
  /// The ephemerides in the file, each with a time at which it came.
  private(set) var ephemerides: [(message: RTCMMessage, time: GPSTime)] = []
  /// The positions of antennas that messages 1005 and 1006, or headers, tell.
  private(set) var places = StationPlaces()
  /// The number of epochs of each station; 0 is the station in forms that know one only.
  private(set) var stations: [UInt16: Int] = [:]
  /// The channels of GLONASS satellites by slot.
  private(set) var glonassChannels: [UInt8: Int] = [:]
  /// The alignment of the receiver's phases of GLONASS, as far as it is known.
  private(set) var glonassPhases = GLONASSPhases()
  /// The counts of frames and skipped bytes; `nil` for a file that is no RTCM 3.
  private(set) var scan: ScanCounts?
  /// The number of epochs.
  private(set) var epochCount = 0
  /// The time of the first epoch.
  private(set) var first: GPSTime?

  private var streamDate: StreamDate
  private var last: GPSTime?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, also compressed.
  ///   - form: Its form; `nil` finds it in the first bytes.
  ///   - given: A date of the file; `nil` takes the one that its messages tell.
  /// - Throws: ``Failure`` for a file that cannot be read, or has no epoch in it.
  init(
    _ path: String, form: ObservationForm?, date given: GPSTime?
  ) throws {
    self.path = path
    self.form = try form ?? ObservationForm(of: path)
    if self.form == .ubx { glonassPhases.receiver = "u-blox" }
    streamDate = StreamDate(given: given)
    date = given ?? Self.unknownDate
    var decoder = ObservationDecoder(self.form, near: date, glonassChannels: [:])
    var events: [ObservationDecoder.Event] = []
    var input = try InputStream(path)
    while try input.read({ bytes in
      decoder.consume(bytes) { events.append($0) }
    }) {
      for event in events { take(event) }
      events.removeAll(keepingCapacity: true)
    }
    try Interruption.check()
    decoder.finish { take($0) }
    scan = decoder.scan
    guard epochCount > 0 else {
      throw Failure(
        message: decoder.failure.map { "'\(path)': \($0)" }
          ?? "'\(path)' has no epoch of observations in it; it is read as \(self.form.rawValue)")
    }
    isDated = self.form != .rtcm || given != nil || streamDate.isWitnessed
    if self.form == .rtcm { settleDate(given) } else { date = first ?? date }
  }

  /// Tells that the date is not known.
  func noteDate() {
    guard !isDated else { return }
    Console.note("'\(path)': no message tells its date; --date does, to within half a week")
  }

  /// Whether the position of a station with observations is told.
  var isPlaced: Bool { stations.keys.contains { places[$0] != nil } }

  /// Tells which positions and epochs are left out, and how the antenna moved.
  func notePlaces() {
    for note in places.notes(on: path, observed: stations) { Console.note(note) }
  }

  /// The date of a stream before its own is known: 2026.
  private static let unknownDate = GPSTime(week: 2400, secondsOfWeek: 0)

  private mutating func take(_ event: ObservationDecoder.Event) {
    switch event {
    case .epoch(let epoch):
      epochCount += 1
      stations[epoch.stationID, default: 0] += 1
      first = first ?? epoch.time
      last = epoch.time
    case .message(let message):
      streamDate.learn(from: message)
      if case .glonassEphemeris(let ephemeris) = message {
        glonassChannels[ephemeris.satelliteID] = ephemeris.frequencyChannel
      }
      if message.orbitingSatellite != nil { ephemerides.append((message, last ?? date)) }
      glonassPhases.take(message)
    case .position(let position, let station):
      places.take(position, of: station, after: last)
    case .header(let receiver, let channels):
      glonassPhases.receiver = receiver ?? glonassPhases.receiver
      glonassChannels.merge(channels) { $1 }
    }
  }

  /// Moves what was dated without a week to the stream's own.
  private mutating func settleDate(_ given: GPSTime?) {
    guard let begin = first else { return }
    let told = streamDate.isWitnessed || given != nil ? streamDate.guess : date
    let moved = told.nearest(millisecondsOfWeek: begin.millisecondsOfWeek)
    let shift = moved.nanoseconds - begin.nanoseconds
    ephemerides = ephemerides.map { ($0.message, $0.time.advanced(byNanoseconds: shift)) }
    places.shift(byNanoseconds: shift)
    (date, first) = (moved, moved)
  }
}
