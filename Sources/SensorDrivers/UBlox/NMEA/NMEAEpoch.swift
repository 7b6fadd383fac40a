import GNSSBasics
import NMEA

/// The sentences of one navigation epoch on their way to a solution.
///
/// GGA makes it, with date and motion of an RMC of the same time. Receivers differ in which of the two comes
/// first; where RMC followed in the epoch before, it is waited for. Dilutions and error statistics are the
/// latest, at most an epoch old. Nothing is made up: what no sentence says stays unknown.
struct NMEAEpoch: Hashable, Sendable {
  private var position: GGAFields?
  private var minimum: RMCSentence?
  private var used: GSASentence?
  private var statistics: GSTSentence?
  /// Epochs since the latest GSA.
  private var epochsSinceUsed = 0
  private var isWaiting = false
  private var expectsMinimum = false

  /// Takes a sentence.
  ///
  /// - Returns: The solution, once for each epoch with a GGA.
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
    if isWaiting { expectsMinimum = false }  // the epoch before stayed without its RMC
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

  /// Whether there is an RMC of the same epoch.
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

/// The fields of a GGA sentence, each as far as it is there.
struct GGAFields: Hashable, Sendable {
  var timeOfDay: Duration?
  var latitude: Double?, longitude: Double?
  var quality: GGASentence.Quality
  var satelliteCount: Int?
  var horizontalDilution: Double?
  /// Metres above mean sea level.
  var altitude: Double?
  /// Of the geoid above the ellipsoid, metres.
  var geoidSeparation: Double?
  /// Seconds.
  var correctionAge: Double?
  var stationID: UInt16?

  /// Reads the fields; `nil` for a sentence of another type, or of a quality that is not known.
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
  /// Joins the sentences of one epoch.
  ///
  /// Without a height above the ellipsoid there is no position: GGA has that in two fields, altitude and
  /// separation of the geoid, and a receiver may leave either out.
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
  /// Creates the fields of NAV-PVT from the sentences of an epoch; unknown accuracies are the largest that
  /// can be told, as receivers give them without a fix.
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
    // Not measured: no position that one could rely on.
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
  /// A number that is in a range; `nil` for anything else.
  fileprivate func number(at index: Int, in range: ClosedRange<Double>) -> Double? {
    number(at: index).flatMap { range.contains($0) ? $0 : nil }
  }
}
