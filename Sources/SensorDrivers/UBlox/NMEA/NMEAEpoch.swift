import GNSSBasics
import NMEA

/// The sentences of one navigation epoch, which are combined into a solution.
///
/// A GGA gives the solution, with date and motion from an RMC of the same time. Receivers differ in
/// which of the two they send first. If an RMC followed the GGA in the previous epoch, the solution
/// waits for it. Dilutions and error statistics come from the latest sentences, at most one epoch
/// old. Values that no sentence gives stay unknown.
struct NMEAEpoch: Hashable, Sendable {
  private var position: GGAFields?
  private var minimum: RMCSentence?
  private var used: GSASentence?
  private var statistics: GSTSentence?
  /// The number of epochs since the latest GSA.
  private var epochsSinceUsed = 0
  private var isWaiting = false
  private var expectsMinimum = false

  /// Adds a sentence.
  ///
  /// - Returns: The solution, once per epoch with a GGA; otherwise `nil`.
  mutating func receive(_ sentence: NMEASentence) -> UBloxSolution? {
    if let fields = GGAFields(sentence) { return receive(fields) }
    if let minimum = RMCSentence(sentence) { return receive(minimum) }
    if let used = GSASentence(sentence) {
      self.used = used
      epochsSinceUsed = 0
    } else if let statistics = GSTSentence(sentence) {
      self.statistics = statistics
    }
    return nil
  }

  private mutating func receive(_ fields: GGAFields) -> UBloxSolution? {
    if isWaiting { expectsMinimum = false }  // the previous epoch had no RMC
    position = fields
    epochsSinceUsed += 1
    isWaiting = expectsMinimum && !hasMinimum
    return isWaiting ? nil : solution
  }

  private mutating func receive(_ sentence: RMCSentence) -> UBloxSolution? {
    minimum = sentence
    guard hasMinimum else { return nil }
    expectsMinimum = true
    guard isWaiting else { return nil }
    isWaiting = false
    return solution
  }

  /// Whether the latest RMC belongs to the same epoch as the GGA.
  private var hasMinimum: Bool {
    guard let position, let minimum else { return false }
    return position.timeOfDay == minimum.timeOfDay
  }

  private var solution: UBloxSolution? {
    guard let position else { return nil }
    let isRecent = statistics?.timeOfDay.map { time in
      position.timeOfDay.map { $0 - time >= .zero && $0 - time <= .seconds(2) } ?? false
    }
    return UBloxSolution(
      position, minimum: hasMinimum ? minimum : nil, used: epochsSinceUsed <= 1 ? used : nil,
      statistics: isRecent == true ? statistics : nil)
  }
}

/// The fields of a GGA sentence; missing fields are `nil`.
struct GGAFields: Hashable, Sendable {
  var timeOfDay: Duration?
  var latitude: Double?, longitude: Double?
  var quality: GGASentence.Quality
  var satelliteCount: Int?
  var horizontalDilution: Double?
  /// The altitude above mean sea level in metres.
  var altitude: Double?
  /// The height of the geoid above the ellipsoid in metres.
  var geoidSeparation: Double?
  /// The age of the corrections in seconds.
  var correctionAge: Double?
  var stationID: UInt16?

  /// Reads the fields; `nil` for a sentence of another type or with an unknown quality.
  init?(_ sentence: NMEASentence) {
    guard sentence.isOf(type: "GGA"), let code = sentence.integer(at: 6),
      let quality = GGASentence.Quality(rawValue: UInt8(clamping: code))
    else { return nil }
    timeOfDay = sentence.timeOfDay(at: 1)
    latitude = sentence.latitude(at: 2)
    longitude = sentence.longitude(at: 4)
    self.quality = quality
    satelliteCount = sentence.integer(at: 7)
    horizontalDilution = sentence.number(at: 8, in: 0...650)
    altitude = sentence.number(at: 9, in: -1e6...1e9)
    geoidSeparation = sentence.number(at: 11, in: -1000...1000)
    correctionAge = sentence.number(at: 13, in: 0...1e6)
    stationID = sentence.integer(at: 14).flatMap { UInt16(exactly: $0) }
  }
}

extension UBloxSolution {
  /// Creates a solution from the sentences of one epoch.
  ///
  /// A solution without a height above the ellipsoid has no position. GGA gives this height in two
  /// fields, altitude and geoid separation, and a receiver may omit either one.
  init(
    _ fields: GGAFields, minimum: RMCSentence?, used: GSASentence?, statistics: GSTSentence?
  ) {
    navPVT = NavPVT(fields, minimum: minimum, used: used)
    isFromNMEA = true
    isHighPrecision = false
    if let latitude = statistics?.latitude, let longitude = statistics?.longitude {
      horizontalAccuracyMetres = (latitude * latitude + longitude * longitude).squareRoot()
    }
    verticalAccuracyMetres = statistics?.altitude
    correctionAge = fields.correctionAge.map { .milliseconds(Int64($0 * 1000)) }
    stationID = fields.stationID
    guard navPVT.hasPosition, let latitude = fields.latitude, let longitude = fields.longitude
    else { return }
    meanSeaLevelHeightMetres = fields.altitude
    guard let altitude = fields.altitude, let separation = fields.geoidSeparation else { return }
    position = GeodeticPosition(
      latitude: latitude, longitude: longitude, height: altitude + separation)
  }
}

extension NavPVT {
  /// Creates the fields of NAV-PVT from the sentences of an epoch.
  ///
  /// Unknown accuracies have the largest encodable value, as receivers report them without a fix.
  fileprivate init(_ fields: GGAFields, minimum: RMCSentence?, used: GSASentence?) {
    self.init()
    setTime(fields.timeOfDay, on: minimum?.date)
    satelliteCount = UInt8(clamping: fields.satelliteCount ?? 0)
    let dilution = used?.positionDilution ?? fields.horizontalDilution ?? 99.99
    positionDOPE2 = UInt16((min(max(dilution, 0), 655) * 100).rounded())
    (horizontalAccuracyMillimetres, verticalAccuracyMillimetres) = (.max, .max)
    (speedAccuracyMillimetresPerSecond, headingAccuracyE5) = (.max, .max)
    guard let latitude = fields.latitude, let longitude = fields.longitude,
      fields.quality != .invalid
    else {
      positionFlags = .invalidPosition
      return
    }
    let hasHeight = fields.altitude != nil && fields.geoidSeparation != nil
    setFix(fields.quality, hasHeight: hasHeight && used?.dimensions != 2)
    latitudeE7 = Int32((latitude * 1e7).rounded())
    longitudeE7 = Int32((longitude * 1e7).rounded())
    setMotion(minimum)
  }

  private mutating func setTime(_ timeOfDay: Duration?, on date: CivilDate?) {
    guard let timeOfDay, let date else { return }
    let midnight = UnixTime(date, hour: 0, minute: 0, second: 0, nanosecond: 0)
    guard let time = midnight?.advanced(by: timeOfDay) else { return }
    setTime(CivilTime(time))
    timeAccuracyNanoseconds = .max
    if let gps = GPSTime(time) { timeOfWeekMilliseconds = UInt32(gps.millisecondsOfWeek) }
  }

  private mutating func setFix(_ quality: GGASentence.Quality, hasHeight: Bool) {
    flags = .gnssFixOK
    fixType = hasHeight ? .threeDimensional : .twoDimensional
    switch quality {
    case .invalid, .autonomous, .precise: break
    case .differential: flags.insert(.differential)
    case .rtkFixed: carrierSolution = .fixed
    case .rtkFloat: carrierSolution = .float
    // These positions are not measured, and are therefore not reliable.
    case .estimated, .manual, .simulated: fixType = .deadReckoning
    }
    if carrierSolution != .absent { flags.insert(.differential) }
  }

  private mutating func setMotion(_ minimum: RMCSentence?) {
    guard let knots = minimum?.speedKnots, (0...100_000).contains(knots) else { return }
    groundSpeedMillimetresPerSecond = Int32((knots * 1_852_000 / 3600).rounded())
    guard let course = minimum?.course, (0...360).contains(course) else { return }
    headingOfMotionE5 = Int32((course * 1e5).rounded())
  }
}

extension NMEASentence {
  /// Returns a numeric field within a range; `nil` for anything else.
  fileprivate func number(at index: Int, in range: ClosedRange<Double>) -> Double? {
    number(at: index).flatMap { range.contains($0) ? $0 : nil }
  }
}
