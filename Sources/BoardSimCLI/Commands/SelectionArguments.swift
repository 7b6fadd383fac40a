internal import RTCMStreams

/// The systems, satellites, signals and epochs that a conversion keeps.
struct SelectionArguments {
  var keptConstellations: [ConstellationName] = []
  var droppedConstellations: [ConstellationName] = []
  var keptSignals: [SignalArgument] = []
  var droppedSignals: [SignalArgument] = []
  var keptSatellites: [SatelliteArgument] = []
  var droppedSatellites: [SatelliteArgument] = []
  var interval: EpochIntervalArgument?
  var window = WindowArguments()

  static func parameters<C>(_ path: WritableKeyPath<C, SelectionArguments>) -> [Parameter<C>] {
    [
      .list(
        "keep-constellation", path.appending(path: \.keptConstellations), "NAME",
        help: """
          only what is of this system, and messages of none such as 1005:
          gps, glonass, galileo, sbas, qzss, beidou or navic; may be repeated
          """),
      .list(
        "drop-constellation", path.appending(path: \.droppedConstellations), "NAME",
        help: "nothing of this system; may be repeated"),
      .list(
        "keep-signal", path.appending(path: \.keptSignals), "CODE",
        help: """
          of the observations of this signal's system only it, such as G1C
          or E5Q: a RINEX system letter, band and attribute; may be repeated
          """),
      .list(
        "drop-signal", path.appending(path: \.droppedSignals), "CODE",
        help: "no observations of this signal; may be repeated"),
      .list(
        "keep-satellite", path.appending(path: \.keptSatellites), "SAT",
        help: """
          of the system of this satellite only what is about it, such as G05:
          observations, ephemerides, corrections; may be repeated
          """),
      .list(
        "drop-satellite", path.appending(path: \.droppedSatellites), "SAT",
        help: "nothing about this satellite; may be repeated"),
      .option(
        "every", path.appending(path: \.interval), "S",
        help: "observations only at multiples of S seconds of the GPS day; the rest always"),
    ] + WindowArguments.parameters(path.appending(path: \.window))
  }

  /// Sets the rules of a conversion.
  func apply(to rules: inout ConversionRules) {
    rules.keptConstellations = keptConstellations.map(\.constellation)
    rules.droppedConstellations = droppedConstellations.map(\.constellation)
    rules.keptSignals = keptSignals.map(\.signal)
    rules.droppedSignals = droppedSignals.map(\.signal)
    rules.keptSatellites = keptSatellites.map(\.satellite)
    rules.droppedSatellites = droppedSatellites.map(\.satellite)
    rules.window = window.window
    if let interval { rules.intervalMilliseconds = interval.milliseconds }
  }
}
