internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics
internal import NMEA

/// The standard NMEA 4.11 sentences of one navigation epoch.
///
/// Fields of an unknown position are empty.
struct NMEAOutput {
  /// The solution that the sentences report.
  let solution: NavigationSolution
  /// Whether positions have seven decimals of a minute, instead of five (CFG-NMEA-HIGHPREC).
  let isHighPrecision: Bool
  private let calendar: CivilTime

  init(_ solution: NavigationSolution, isHighPrecision: Bool) {
    self.solution = solution
    self.isHighPrecision = isHighPrecision
    calendar = CivilTime(solution.time, in: .utc)
  }

  /// Returns RMC, the recommended minimum: time, position, speed, date.
  func rmc() -> [UInt8] {
    var sentence = NMEAWriter("GNRMC")
    time(in: &sentence)
    sentence.field(solution.hasFix ? "A" : "V")
    position(in: &sentence)
    if solution.hasFix {
      sentence.field(solution.groundSpeed * Self.knots, decimals: 3)
      course(in: &sentence)
      sentence.field(date: calendar.date)
    } else {
      for _ in 0..<3 { sentence.field() }
    }
    for _ in 0..<2 { sentence.field() }  // magnetic variation
    sentence.field(positionMode)
    sentence.field("V")  // no navigational status output
    return sentence.finished()
  }

  /// Returns VTG: course and speed over ground.
  func vtg() -> [UInt8] {
    var sentence = NMEAWriter("GNVTG")
    if solution.hasFix { course(in: &sentence) } else { sentence.field() }
    sentence.field("T")
    sentence.field()
    sentence.field("M")
    speed(solution.groundSpeed * Self.knots, unit: "N", in: &sentence)
    speed(solution.groundSpeed * 3.6, unit: "K", in: &sentence)
    sentence.field(briefPositionMode)
    return sentence.finished()
  }

  /// Returns GGA: position, quality, satellites, height, and age and station of the corrections.
  func gga() -> [UInt8] {
    let decimals = isHighPrecision ? 3 : 1
    let style = GGASentence.Style(
      isOfSeveralSystems: true, minuteDecimals: minuteDecimals, heightDecimals: decimals,
      dilutionDecimals: 2)
    let sentence = GGASentence(
      position: solution.position,
      timeOfDay: solution.hasFix ? timeOfDay : nil,
      quality: GGASentence.Quality(solution.state),
      satelliteCount: min(solution.satellitesUsed, 12),  // the field goes from 0 to 12
      horizontalDilution: solution.dilution.horizontal,
      geoidSeparation: NavigationSolution.geoidSeparation,
      correctionAge: solution.reference?.age.inSeconds,
      stationID: solution.reference?.stationID)
    return sentence.encode(as: style, lineEnd: true)
  }

  /// Returns GLL: latitude and longitude.
  func gll() -> [UInt8] {
    var sentence = NMEAWriter("GNGLL")
    position(in: &sentence)
    time(in: &sentence)
    sentence.field(solution.hasFix ? "A" : "V")
    sentence.field(briefPositionMode)
    return sentence.finished()
  }
}

extension NMEAOutput {
  /// Returns GST, the pseudorange error statistics: standard deviations in metres, empty without a fix.
  func gst() -> [UInt8] {
    let covariance = solution.toldCovariance
    let (deviations, ellipse) = (covariance.deviations, covariance.ellipse)
    var sentence = NMEAWriter("GNGST")
    time(in: &sentence)
    let ranges = solution.rangeRMS ?? solution.horizontalAccuracy / solution.dilution.horizontal
    sentence.field(solution.hasFix ? ranges : nil, decimals: 1)
    let values = [
      ellipse.major, ellipse.minor, ellipse.orientation, deviations.y, deviations.x, deviations.z,
    ]
    for value in values { sentence.field(solution.hasFix ? value : nil, decimals: 2) }
    return sentence.finished()
  }

  /// Returns ZDA: time and date in UTC; there is no local time zone.
  func zda() -> [UInt8] {
    var sentence = NMEAWriter("GNZDA")
    time(in: &sentence)
    guard solution.hasFix else {
      for _ in 0..<5 { sentence.field() }
      return sentence.finished()
    }
    sentence.field(calendar.day, width: 2)
    sentence.field(calendar.month, width: 2)
    sentence.field(calendar.year, width: 4)
    for _ in 0..<2 { sentence.field(0, width: 2) }
    return sentence.finished()
  }

  /// Returns GBS, the satellite faults found: expected errors in metres, and no faulty satellite.
  func gbs() -> [UInt8] {
    let deviations = solution.toldCovariance.deviations
    var sentence = NMEAWriter("GNGBS")
    time(in: &sentence)
    for value in [deviations.y, deviations.x, deviations.z] {
      sentence.field(solution.hasFix ? value : nil, decimals: 1)
    }
    // Satellite, probability, bias and its deviation, system, signal.
    for _ in 0..<6 { sentence.field() }
    return sentence.finished()
  }

  /// Returns GSA, the satellites used, one sentence for each constellation.
  func gsa() -> [UInt8] { NMEASystem.all.flatMap { gsa(of: $0) } }

  private func gsa(of system: NMEASystem) -> [UInt8] {
    var sentence = NMEAWriter("GNGSA")
    sentence.field("A")
    sentence.field(solution.hasFix ? "3" : "1")
    let all = solution.hasFix ? solution.sky.satellites(of: system.constellation) : []
    let used = all.filter(\.isUsable).prefix(12)
    for satellite in used { sentence.field(system.number(of: satellite.id), width: 2) }
    for _ in used.count..<12 { sentence.field() }
    let dilution = solution.dilution
    sentence.field(dilution.position, decimals: 2)
    sentence.field(dilution.horizontal, decimals: 2)
    sentence.field(dilution.vertical, decimals: 2)
    sentence.field(system.identifier)
    return sentence.finished()
  }

  /// Returns GSV, the satellites in view, four to a sentence.
  ///
  /// The sentences are ordered by system and signal, each with the satellites tracked on that signal.
  /// Satellites of the system that are not tracked follow as signal 0.
  func gsv() -> [UInt8] {
    NMEASystem.all.flatMap { system in
      let satellites = solution.sky.satellites(of: system.constellation)
      var sentences: [UInt8] = []
      for signal in system.signals {
        let rows = satellites.compactMap { satellite in
          satellite.signals.first { $0.code == signal.code }.map { (satellite, Optional($0)) }
        }
        if !rows.isEmpty { sentences += gsv(of: system, signal.identifier, rows) }
      }
      let searched = satellites.filter { !$0.isFollowed }.map {
        ($0, SatellitesInView.Signal?.none)
      }
      return searched.isEmpty ? sentences : sentences + gsv(of: system, "0", searched)
    }
  }

  private func gsv(
    of system: NMEASystem, _ signalID: StaticString,
    _ rows: [(SatellitesInView.Satellite, SatellitesInView.Signal?)]
  ) -> [UInt8] {
    let sentenceCount = (rows.count + 3) / 4
    return (0..<sentenceCount).flatMap { index in
      var sentence = NMEAWriter(system.gsv)
      sentence.field(sentenceCount, width: 1)
      sentence.field(index + 1, width: 1)
      sentence.field(rows.count, width: 2)
      for (satellite, signal) in rows.dropFirst(4 * index).prefix(4) {
        sentence.field(system.number(of: satellite.id), width: 2)
        direction(satellite.direction, in: &sentence)
        if let signal {
          sentence.field(signal.shownCarrierToNoise, width: 2)
        } else {
          sentence.field()
        }
      }
      sentence.field(signalID)
      return sentence.finished()
    }
  }

  private func direction(
    _ direction: SkyDirection?, in sentence: inout NMEAWriter
  ) {
    guard let direction else {
      for _ in 0..<2 { sentence.field() }
      return
    }
    sentence.field(Int(direction.elevation), width: 2)
    sentence.field(Int(direction.azimuth), width: 3)
  }
}

extension NMEAOutput {
  private static var knots: Double { 3600.0 / 1852 }

  private var timeOfDay: Duration { .nanoseconds(calendar.nanosecondOfDay) }

  private var minuteDecimals: Int { isHighPrecision ? 7 : 5 }

  private func time(in sentence: inout NMEAWriter) {
    sentence.field(timeOfDay: solution.hasFix ? timeOfDay : nil)
  }

  private func position(in sentence: inout NMEAWriter) {
    let position = solution.hasFix ? solution.position : nil
    sentence.field(latitude: position?.latitude, decimals: minuteDecimals)
    sentence.field(longitude: position?.longitude, decimals: minuteDecimals)
  }

  private func speed(_ speed: Double, unit: StaticString, in sentence: inout NMEAWriter) {
    sentence.field(solution.hasFix ? speed : nil, decimals: 3)
    sentence.field(unit)
  }

  /// Writes the course field; it is empty at a speed too low for a course.
  private func course(in sentence: inout NMEAWriter) {
    let hasCourse = solution.groundSpeed >= NavigationSolution.slowestCourse
    sentence.field(hasCourse ? solution.heading : nil, decimals: 2)
  }

  /// The position mode in RMC.
  ///
  /// Source: the table "position fix flags in NMEA" of the receiver's manual, which has those of GGA and GLL
  /// too.
  private var positionMode: StaticString {
    switch solution.state {
    case .none: "N"
    case .threeD: "A"
    case .dgnss: "D"
    case .rtkFloat: "F"
    case .rtkFixed: "R"
    }
  }
  /// The position mode in VTG and GLL, where all corrections count as differential.
  private var briefPositionMode: StaticString {
    switch solution.state {
    case .none: "N"
    case .threeD: "A"
    case .dgnss, .rtkFloat, .rtkFixed: "D"
    }
  }
}
