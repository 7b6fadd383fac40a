internal import BoardFirmware

extension BoardChecks {
  /// Returns whether the last two fields are a position in decimal degrees; `nil` without these fields.
  static func position(_ evidence: BoardEvidence) -> CheckFinding? {
    guard let text = evidence.texts.last, let latitude = text[.latitude],
      let longitude = text[.longitude]
    else { return nil }
    guard let (north, east) = pair(latitude.number.value, longitude.number.value) else {
      return absence(latitude, longitude)
    }
    if evidence.dialect == .legacyHTML { return millionths(north, east) }
    return scale(north, east) ?? place(north, east) ?? precision(latitude, longitude)
  }

  private static func pair(_ a: Double?, _ b: Double?) -> (Double, Double)? {
    guard let a, let b else { return nil }
    return (a, b)
  }

  private static func absence(
    _ latitude: BoardText.Field, _ longitude: BoardText.Field
  ) -> CheckFinding? {
    let isWhole = latitude.number == .empty && longitude.number == .empty
    return CheckFinding(
      "position", isWhole ? .warn : .fail, isWhole ? "none" : "one half of it",
      apps: "MOQA draws no point for this sample",
      remedy: isWhole ? "right until the receiver has a fix" : "send both or neither")
  }

  /// Accepts the integers of the original firmware, and its parser's start value before the first sentence.
  private static func millionths(_ north: Double, _ east: Double) -> CheckFinding {
    let isStart = north == 999_000_000 && east == 999_000_000
    return CheckFinding(
      "position", .ok,
      isStart
        ? "999000000, with which the original's parser begins"
        : "\((north / 1e6).fixed(6)), \((east / 1e6).fixed(6)) in millionths of a degree")
  }

  /// Returns a finding for a position in units other than decimal degrees; `nil` for decimal degrees.
  private static func scale(_ north: Double, _ east: Double) -> CheckFinding? {
    if north == 0, east == 0 {
      return fault(
        .fail, "0;0", "the map's point lies in the Gulf of Guinea",
        "leave both fields empty without a fix")
    }
    if north.magnitude == 999_000_000 {
      return fault(
        .fail, "999000000 is how a parser marks that it has no position",
        "the map has no such place", "leave both fields empty without a fix")
    }
    let apps = "the map has no such place"
    for (scale, name) in [(1e6, "millionths"), (1e7, "ten-millionths")]
    where isPlace(north / scale, east / scale) && north == north.rounded()
      && north.magnitude >= scale
    {
      return fault(.fail, "\(north.fixed(0)): \(name) of a degree", apps, "send decimal degrees")
    }
    guard !isPlace(north, east) else { return nil }
    if isPlace(east, north) { return exchanged(north, east) }
    if isNMEA(north) && isNMEA(east) {
      return fault(
        .fail, "\(north.fixed(4)): degrees and minutes of an NMEA sentence", apps,
        "send decimal degrees: whole degrees + minutes / 60")
    }
    return fault(.fail, "\(north.fixed(4));\(east.fixed(4))", apps, "send decimal degrees")
  }

  /// Returns a finding for a valid position that is unlikely to be the board's; `nil` otherwise.
  private static func place(_ north: Double, _ east: Double) -> CheckFinding? {
    // The apps, their server and the stations beside the board are in Italy.
    guard isItaly(east, north) else { return nil }
    return exchanged(north, east, verdict: .warn)
  }

  private static func exchanged(
    _ north: Double, _ east: Double, verdict: CheckVerdict = .fail
  ) -> CheckFinding {
    fault(
      verdict, "\(north.fixed(4));\(east.fixed(4)): exchanged, as it seems",
      "the map shows \(north.fixed(1)) N, \(east.fixed(1)) E", "send latitude, then longitude")
  }

  private static func precision(
    _ latitude: BoardText.Field, _ longitude: BoardText.Field
  ) -> CheckFinding {
    let text = "\(latitude.text.printable), \(longitude.text.printable)"
    guard let decimals = [latitude, longitude].compactMap(\.decimals).min(), decimals < 6 else {
      return CheckFinding("position", .ok, text)
    }
    // A degree of latitude is 111 km.
    let step = 111_000 * [1, 0.1, 0.01, 1e-3, 1e-4, 1e-5][decimals]
    return fault(
      .warn, "\(text): \(decimals) decimals, steps of \(step.fixed(step < 10 ? 1 : 0)) m",
      "the map's points lie on a grid", "send 7 decimals, 9 with RTK")
  }

  private static func fault(
    _ verdict: CheckVerdict, _ found: String, _ apps: String, _ remedy: String
  ) -> CheckFinding {
    CheckFinding("position", verdict, found, apps: apps, remedy: remedy)
  }

  private static func isPlace(_ north: Double, _ east: Double) -> Bool {
    north.magnitude <= 90 && east.magnitude <= 180
  }

  private static func isItaly(_ north: Double, _ east: Double) -> Bool {
    (35...48).contains(north) && (6...19).contains(east)
  }

  /// Whether a number may be degrees and minutes combined, as in NMEA: `4528.5441`.
  private static func isNMEA(_ value: Double) -> Bool {
    let minutes = value.magnitude.truncatingRemainder(dividingBy: 100)
    return value.magnitude < 18_060 && minutes < 60
  }
}

extension BoardText.Field {
  /// The number of digits after the decimal point; `nil` when the field is no plain number.
  fileprivate var decimals: Int? {
    guard case .plain(_, let decimals) = number else { return nil }
    return decimals
  }
}
