internal import RTCMParser

/// A satellite system's name.
enum ConstellationName: String, OptionChoice {
  case gps, glonass, galileo, sbas, qzss, beidou, navic

  var constellation: Constellation {
    switch self {
    case .gps: .gps
    case .glonass: .glonass
    case .galileo: .galileo
    case .sbas: .sbas
    case .qzss: .qzss
    case .beidou: .beidou
    case .navic: .navic
    }
  }
}

/// `4` or `5`.
enum MSMKindName: String, OptionChoice {
  case four = "4"
  case five = "5"

  var kind: UInt8 { self == .four ? 4 : 5 }
}

/// A signal as RINEX names it, behind its system's letter: `G1C`.
struct SignalArgument: OptionValue {
  var signal: SignalSelection

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let constellation = Constellation.allCases.first(where: { $0.rinexLetter == text.first }),
      let code = RINEXSignalCode(String(text.dropFirst())),
      let signal = SignalSelection(constellation, rinexCode: code)
    else {
      throw UsageError(
        message:
          "\(parameter) must be a signal of an MSM such as G1C, R2P, E5Q or C2I, not '\(text)'"
      )
    }
    self.signal = signal
  }
}
