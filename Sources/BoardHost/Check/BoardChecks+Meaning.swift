internal import BoardFirmware
internal import SensorDrivers

/// The checks of the numbers against the units that the apps print.
extension BoardChecks {
  static var meaning: [BoardCheck] {
    rules.map { rule in { rule.finding(in: $0.values(of: rule.quantity)) } }
      + [altitude, particulates, position]
  }

  private static var rules: [ValueRule] { [temperature, humidity, pressure, tvocs, eco2] }

  private static var temperature: ValueRule {
    ValueRule(
      quantity: .temperature, plausible: -40...50,
      suspicions: [
        .init(
          range: 223...333, verdict: .fail, guess: "kelvin", apps: "both apps print °C behind it",
          remedy: "send degrees Celsius", converted: { $0 - 273.15 }),
        .init(
          range: 50.000_001...130, verdict: .warn, guess: "hot for air; degrees Fahrenheit",
          apps: "both apps print °C behind it", remedy: "send degrees Celsius",
          converted: { ($0 - 32) / 1.8 }),
        .init(
          range: 1000...5000, verdict: .fail, guess: "hundredths of a degree",
          apps: "both apps print it as it is", remedy: "divide by 100", converted: { $0 / 100 }),
      ])
  }

  private static var humidity: ValueRule {
    ValueRule(
      quantity: .humidity, plausible: 0...100,
      suspicions: [
        .init(
          range: 0...0, verdict: .warn, guess: "no air is that dry; a sensor without a value",
          apps: "the apps show 0 %", remedy: "leave the field empty"),
        .init(
          range: 0.000_001...1, verdict: .warn, guess: "a fraction",
          apps: "both apps print % behind it", remedy: "send per cent",
          converted: { $0 * 100 }),
      ])
  }

  private static var pressure: ValueRule {
    ValueRule(
      quantity: .pressure, plausible: 30_000...110_000,
      suspicions: [
        .init(
          range: 300...1100, verdict: .fail, guess: "hectopascals", apps: dividedBy100,
          remedy: "send pascals", converted: { $0 * 100 }),
        .init(
          range: 35...110, verdict: .fail, guess: "kilopascals", apps: dividedBy100,
          remedy: "send pascals", converted: { $0 * 1000 }),
        .init(
          range: 20...35, verdict: .fail, guess: "inches of mercury", apps: dividedBy100,
          remedy: "send pascals", converted: { $0 * 3386.389 }),
      ])
  }

  private static let dividedBy100 = "Air Quality divides by 100 and prints hPa, MOQA prints Pa"

  private static var tvocs: ValueRule {
    ValueRule(quantity: .tvocs, plausible: 0...32_768)  // the CCS811's range with its last firmware
  }

  private static var eco2: ValueRule {
    ValueRule(
      quantity: .eco2, plausible: 400...32_768,
      suspicions: [
        .init(
          range: 0...0, verdict: .warn, guess: "the sensor has not measured yet",
          apps: "the apps show 0 ppm", remedy: "leave the field empty until it has"),
        .init(
          range: 0.000_001...399.999_999, verdict: .warn,
          guess: "less than the 400 ppm at which the CCS811 begins",
          apps: "the apps show it; their order is TVOC, then eCO2",
          remedy: "see whether the two are exchanged: the part's register has eCO2 first"),
      ],
      note: { $0 > 450 ? "Air Quality's bar ends at 450 and stays full" : nil })
  }

  // MARK: Altitude

  static func altitude(_ evidence: BoardEvidence) -> CheckFinding? {
    let rule = ValueRule(quantity: .altitude, plausible: -500...9000)
    guard let plain = rule.finding(in: evidence.values(of: .altitude)), plain.verdict == .ok,
      let altitude = evidence.values(of: .altitude).first,
      let pressure = evidence.values(of: .pressure).first, (30_000...110_000).contains(pressure)
    else { return rule.finding(in: evidence.values(of: .altitude)) }
    let barometric = BarometricAltitude.metres(pressurePascals: pressure)
    // The weather alone changes the altitude by up to 450 m.
    guard abs(altitude - barometric) > 600 else { return plain }
    let isFeet = abs(altitude * 0.3048 - barometric) < 100
    return CheckFinding(
      "altitude", .warn,
      "\(altitude.fixed(2)) m, where \(pressure.fixed(0)) Pa make \(barometric.fixed(0)) m"
        + (isFeet ? ": feet" : ""),
      apps: "the apps print m behind it", remedy: "derive it from the pressure, in metres")
  }

  // MARK: Particulates

  private static let sizes: [Quantity] = [.pm05, .pm1, .pm25, .pm4, .pm10]

  static func particulates(_ evidence: BoardEvidence) -> CheckFinding? {
    let readings = evidence.texts.map { text in sizes.compactMap { text.value(of: $0) } }
      .filter { $0.count == sizes.count }
    guard let first = readings.first else { return nil }
    if let bad = readings.joined().first(where: { !(0...10_000).contains($0) }) {
      return CheckFinding(
        "particulates", .fail, "\(bad.fixed(2)) µg/m³", apps: "the apps show it as it is",
        remedy: "send micrograms per cubic metre")
    }
    if let bad = readings.first(where: { !$0.isAscending }) {
      return disorder(bad)
    }
    let high = readings.joined().max() ?? 0
    return CheckFinding(
      "particulates", high > 1000 ? .warn : .ok,
      first.map { $0.fixed(2) }.joined(separator: " ≤ ") + " µg/m³",
      apps: high > 1000 ? "the SPS30 ends at 1000 µg/m³" : nil)
  }

  private static func disorder(_ masses: [Double]) -> CheckFinding {
    let isOnlyFirst = Array(masses.dropFirst()).isAscending
    return CheckFinding(
      "particulates", .warn,
      zip(sizes, masses).map { "\($0.name) \($1.fixed(2))" }.joined(separator: ", ")
        + ": each should include the one before",
      apps: isOnlyFirst
        ? "a number per cm³ in pm05 is printed as µg/m³" : "the apps show it as it is",
      remedy: isOnlyFirst
        ? "send the mass of particles up to 0.5 µm" : "keep the order of the sizes")
  }
}

extension Array where Element == Double {
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}
