internal import GNSSBasics
internal import Mathematics

/// The standard NMEA sentences of one navigation epoch, as NMEA 4.11 has them.
///
/// Fields of a position that is not known are empty.
struct NMEAOutput {
  /// What the sentences tell.
  let solution: NavigationSolution
  /// Whether positions have seven decimals of a minute instead of five (CFG-NMEA-HIGHPREC).
  let isHighPrecision: Bool
  private let calendar: CivilTime

  init(_ solution: NavigationSolution, isHighPrecision: Bool) {
    self.solution = solution
    self.isHighPrecision = isHighPrecision
    calendar = CivilTime(solution.time, in: .utc)
  }

  /// Recommended minimum: time, position, speed, date.
  func rmc() -> [UInt8] {
    var sentence = NMEASentence("GNRMC")
    time(in: &sentence)
    sentence.field(solution.hasFix ? "A" : "V")
    position(in: &sentence)
    if solution.hasFix {
      sentence.field(solution.groundSpeed * Self.knots, decimals: 3)
      course(in: &sentence)
      sentence.field(dateOf: calendar)
    } else {
      for _ in 0..<3 { sentence.field() }
    }
    for _ in 0..<2 { sentence.field() }  // magnetic variation
    sentence.field(positionMode)
    sentence.field("V")  // no navigational status output
    return sentence.finished()
  }

  /// Course and speed over ground.
  func vtg() -> [UInt8] {
    var sentence = NMEASentence("GNVTG")
    if solution.hasFix { course(in: &sentence) } else { sentence.field() }
    sentence.field("T")
    sentence.field()
    sentence.field("M")
    speed(solution.groundSpeed * Self.knots, unit: "N", in: &sentence)
    speed(solution.groundSpeed * 3.6, unit: "K", in: &sentence)
    sentence.field(briefPositionMode)
    return sentence.finished()
  }

  /// The fix: position, quality, satellites, height, age and station of the corrections.
  func gga() -> [UInt8] {
    var sentence = NMEASentence("GNGGA")
    time(in: &sentence)
    position(in: &sentence)
    sentence.field(quality)
    sentence.field(solution.satellitesUsed, width: 2)
    sentence.field(solution.dilution.horizontal, decimals: 2)
    let decimals = isHighPrecision ? 3 : 1
    height(solution.heightAboveGeoid, decimals: decimals, in: &sentence)
    height(NavigationSolution.geoidSeparation, decimals: decimals, in: &sentence)
    if let reference = solution.reference {
      sentence.field(reference.age.inSeconds, decimals: 1)
      sentence.field(Int(reference.stationID), width: 4)
    } else {
      for _ in 0..<2 { sentence.field() }
    }
    return sentence.finished()
  }

  /// Latitude and longitude.
  func gll() -> [UInt8] {
    var sentence = NMEASentence("GNGLL")
    position(in: &sentence)
    time(in: &sentence)
    sentence.field(solution.hasFix ? "A" : "V")
    sentence.field(briefPositionMode)
    return sentence.finished()
  }
}

extension NMEAOutput {
  /// Satellites used, a sentence for each constellation.
  func gsa() -> [UInt8] {
    SatelliteSky.Constellation.allCases.flatMap { gsa(of: $0) }
  }

  private func gsa(of constellation: SatelliteSky.Constellation) -> [UInt8] {
    var sentence = NMEASentence("GNGSA")
    sentence.field("A")
    sentence.field(solution.hasFix ? "3" : "1")
    let all = solution.hasFix ? solution.sky.satellites(of: constellation) : []
    let used = all.filter(\.isUsable).prefix(12)
    for satellite in used { sentence.field(satellite.number, width: 2) }
    for _ in used.count..<12 { sentence.field() }
    let dilution = solution.dilution
    sentence.field(dilution.position, decimals: 2)
    sentence.field(dilution.horizontal, decimals: 2)
    sentence.field(dilution.vertical, decimals: 2)
    sentence.field(constellation == .gps ? "1" : "3")
    return sentence.finished()
  }

  /// Satellites in view, four to a sentence.
  func gsv() -> [UInt8] {
    SatelliteSky.Constellation.allCases.flatMap { gsv(of: $0) }
  }

  private func gsv(of constellation: SatelliteSky.Constellation) -> [UInt8] {
    let all = solution.sky.satellites(of: constellation)
    let sentenceCount = max((all.count + 3) / 4, 1)
    return (0..<sentenceCount).flatMap { index in
      var sentence = NMEASentence(constellation == .gps ? "GPGSV" : "GAGSV")
      sentence.field(sentenceCount, width: 1)
      sentence.field(index + 1, width: 1)
      sentence.field(all.count, width: 2)
      for satellite in all.dropFirst(4 * index).prefix(4) {
        sentence.field(satellite.number, width: 2)
        sentence.field(Int(satellite.elevation), width: 2)
        sentence.field(Int(satellite.azimuth), width: 3)
        sentence.field(satellite.carrierToNoise, width: 2)
      }
      sentence.field(constellation == .gps ? "1" : "7")  // signal: L1 C/A, E1
      return sentence.finished()
    }
  }
}

extension NMEAOutput {
  private static var knots: Double { 3600.0 / 1852 }

  private func time(in sentence: inout NMEASentence) {
    if solution.hasFix { sentence.field(timeOf: calendar) } else { sentence.field() }
  }

  private func position(in sentence: inout NMEASentence) {
    guard solution.hasFix else {
      for _ in 0..<4 { sentence.field() }
      return
    }
    let decimals = isHighPrecision ? 7 : 5
    let position = solution.position
    sentence.field(
      angle: position.latitude, degreeDigits: 2, decimals: decimals, hemispheres: ("N", "S"))
    sentence.field(
      angle: position.longitude, degreeDigits: 3, decimals: decimals, hemispheres: ("E", "W"))
  }

  private func height(_ height: Double, decimals: Int, in sentence: inout NMEASentence) {
    if solution.hasFix { sentence.field(height, decimals: decimals) } else { sentence.field() }
    if solution.hasFix { sentence.field("M") } else { sentence.field() }
  }

  private func speed(_ speed: Double, unit: StaticString, in sentence: inout NMEASentence) {
    if solution.hasFix { sentence.field(speed, decimals: 3) } else { sentence.field() }
    sentence.field(unit)
  }

  /// The course, empty when too slow to have one.
  private func course(in sentence: inout NMEASentence) {
    if solution.groundSpeed >= NavigationSolution.slowestCourse {
      sentence.field(solution.heading, decimals: 2)
    } else {
      sentence.field()
    }
  }

  private var quality: StaticString {
    switch solution.state {
    case .none: "0"
    case .threeD: "1"
    case .dgnss: "2"
    case .rtkFloat: "5"
    case .rtkFixed: "4"
    }
  }

  /// How the position was found, in RMC; with those of GGA and GLL in the table "position fix flags in
  /// NMEA" of the receiver's manual.
  private var positionMode: StaticString {
    switch solution.state {
    case .none: "N"
    case .threeD: "A"
    case .dgnss: "D"
    case .rtkFloat: "F"
    case .rtkFixed: "R"
    }
  }
  /// The same in VTG and GLL, where corrections of any kind are differential.
  private var briefPositionMode: StaticString {
    switch solution.state {
    case .none: "N"
    case .threeD: "A"
    case .dgnss, .rtkFloat, .rtkFixed: "D"
    }
  }
}
