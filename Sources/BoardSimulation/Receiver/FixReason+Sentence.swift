internal import TextOutput

extension FixReason {
  /// The reason as one plain sentence of printable ASCII that begins with the state's name.
  public var sentence: String {
    switch self {
    case .acquiring:
      "none: searching satellites since power-up, no position yet; a start takes up to a minute"
    case .outOfSight(let satellites):
      "none: \(satellites) satellites can be used here, a position needs 4; open sky gives them within "
        + "a minute: wait, or end what hides it (the scenario, gnss.no-fix, gnss.jam)"
    case .strained(let station, let satellites, let strain):
      "rtk-float: station \(station) with \(satellites.words), resolving ambiguities, which "
        + strain.clause
    case .unusable(let problem):
      "3d: \(problem.sentence)"
    case .firstPosition(let station):
      "3d: first position found, corrections of station \(station) come into it next"
    case .stopped(let station, let age):
      "3d: corrections of station \(station) have stopped, the last are \(seconds(age)) s old; "
        + "look at its link and its base"
    case .outOfReach(let station, let baseline):
      "3d: station \(station) is \(kilometres(baseline)) km away and corrections reach 1000 km; "
        + "use --origin base or a nearer station"
    case .beyondFloat(let station, let baseline):
      "dgnss: station \(station) is \(kilometres(baseline)) km away, phases are used up to 100 km; "
        + "take a nearer station"
    case .startingPhase(let station, let baseline):
      "dgnss: station \(station), baseline \(kilometres(baseline)) km, "
        + "pseudoranges corrected, phases starting"
    case .beyondFixed(let station, let baseline):
      "rtk-float: station \(station) is \(kilometres(baseline)) km away, "
        + "ambiguities are fixed up to 50 km; take a nearer station"
    case .glonassBiasesMissing(let station):
      "rtk-float: station \(station) sends GLONASS only, without message 1230 or 1033 its "
        + "ambiguities cannot be fixed; let the base send one"
    case .tooOldToFix(let station, let age):
      "rtk-float: corrections of station \(station) are \(seconds(age)) s old, "
        + "too old to fix ambiguities; look at its link and its base"
    case .resolving(let station, let satellites, let baseline):
      "rtk-float: station \(station) with \(satellites.words), "
        + "baseline \(kilometres(baseline)) km, resolving ambiguities"
    case .fixed(let station, let satellites, let baseline, let age):
      "rtk-fixed: station \(station) with \(satellites.words), "
        + "baseline \(kilometres(baseline)) km, corrections \(tenths(age)) s old"
    case .holding(let station, let age):
      "rtk-fixed: held since the last corrections of station \(station), \(seconds(age)) s ago; "
        + "look at its link and its base"
    case .computed(let state, let station, let reason):
      "\(state.name): " + (station.map { "station \($0), " } ?? "") + reason
    case .hindered(let station, let hindrance):
      "\(hindrance.highest.name): \(hindrance.sentence(of: station))"
    }
  }
}

extension FixHindrance {
  /// Returns the hindrance's effect and remedy, as a clause of printable ASCII.
  fileprivate func sentence(of station: UInt16) -> String {
    switch self {
    case .configuration:
      "station \(station) is used, but ambiguities are not to be fixed, CFG-NAVHPG-DGNSSMODE is 2; "
        + "set it to 3"
    case .disturbedPhases:
      "station \(station) is used, but the phases here are disturbed and ambiguities stay open; "
        + "that ends with the fault gnss.float"
    case .jamming:
      "station \(station) is used, but signals here are jammed and no phase is tracked; "
        + "that ends with the fault gnss.jam"
    case .hiddenSky:
      "station \(station) is used, but much of the sky is hidden here and ambiguities stay open; "
        + "move to open sky"
    case .fewSatellites(let count):
      "\(count) satellites are shared with station \(station), carrier phases need 5; "
        + "move to open sky, or take a station that observes more"
    case .unknownOrbits(let orbits):
      "orbits of \(orbits.known) of \(orbits.observed) satellites of station \(station) known so far, "
        + "too few to solve with; take a mountpoint that tells them (1019, 1020, 1042, 1045, 1046)"
    case .narrowSky:
      "most of the sky is hidden here, too few satellites are shared with station \(station); "
        + "move to open sky"
    }
  }
}

extension PhaseStrain {
  /// The strain's effect on ambiguities, as a clause of printable ASCII.
  fileprivate var clause: String {
    switch self {
    case .hiddenSky: "do not hold where so much of the sky is hidden"
    case .motion: "do not hold at this speed"
    case .fewSatellites: "do not hold with so few"
    case .oldCorrections: "do not hold with corrections so old"
    case .longBaseline: "do not hold over this distance"
    }
  }
}

extension CorrectionProblem {
  /// The problem and its remedy, as one plain clause of printable ASCII.
  public var sentence: String {
    switch self {
    case .nothingReceived:
      "no corrections have reached the receiver; connect a base or a caster (--ntrip), and look at the link"
    case .inputDisabled:
      "RTCM input is switched off, set CFG-I2CINPROT-RTCM3X"
    case .noFrames:
      "corrections arrive, but no valid RTCM 3 frame among their bytes; "
        + "take a mountpoint with RTCM 3 ('boardsim rtcm stats' tells what a stream has)"
    case .noObservations:
      "RTCM frames arrive, but no observations (MSM4 to MSM7, 1001 to 1004, 1009 to 1012); "
        + "let the base send some, or take another mountpoint"
    case .unused(let corrections):
      "\(corrections.list) arrive, which this receiver does not use, but no observations; "
        + "take a mountpoint with MSM4 to MSM7, 1004 or 1012"
    case .positionMissing(let station):
      "observations of station \(station) arrive without its position (message 1005 or 1006); "
        + "bases send it each half minute at the latest, and zeros are none: if none comes, let this one"
    case .stationMismatch(let observations, let position):
      "observations are of station \(observations), but the position is of station \(position); "
        + "give both the same station ID"
    case .tooFewSatellites(let station, let count):
      "an epoch of station \(station) has \(count) usable satellites, at least 5 are needed; "
        + "its antenna needs open sky, or take another station"
    case .notAdvancing(let station):
      "station \(station) repeats epochs that are not newer than those already used; "
        + "send each once and in order, or restart the receiver for a recording that starts over"
    }
  }
}

private func seconds(_ age: Duration) -> String { decimal(age / .seconds(1), decimals: 0) }

private func tenths(_ age: Duration) -> String { decimal(age / .seconds(1), decimals: 1) }

/// Returns a length in metres as text in kilometres: one decimal below 100 km, otherwise none.
private func kilometres(_ metres: Double) -> String {
  decimal(metres / 1000, decimals: metres < 100_000 ? 1 : 0)
}

private func decimal(_ value: Double, decimals: Int) -> String {
  var text: [UInt8] = []
  text.append(decimal: value, decimals: decimals)
  return String(decoding: text, as: UTF8.self)
}
