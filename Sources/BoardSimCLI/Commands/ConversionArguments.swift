internal import RTCMStreams

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

/// The form that MSMs are converted to: `4`, `5`, or messages from before MSM.
enum MSMFormName: String, OptionChoice {
  case msm4 = "4"
  case msm5 = "5"
  case legacy
  case basicL1 = "1001"
  case l1 = "1002"
  case basicL1L2 = "1003"
  case l1L2 = "1004"

  /// Applies the form to the rules of a conversion.
  func apply(to rules: inout ConversionRules) {
    switch self {
    case .msm4: rules.msmKind = 4
    case .msm5: rules.msmKind = 5
    case .basicL1: rules.legacyForm = LegacyForm(hasL2: false, isExtended: false)
    case .l1: rules.legacyForm = LegacyForm(hasL2: false)
    case .basicL1L2: rules.legacyForm = LegacyForm(isExtended: false)
    case .legacy, .l1L2: rules.legacyForm = LegacyForm()
    }
  }
}

/// A signal in RINEX notation, after the letter of its system: `G1C`.
struct SignalArgument: OptionValue {
  var signal: SignalSelection

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let constellation = text.first.flatMap({ Constellation(rinexLetter: $0) }),
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

/// A satellite in RINEX notation: `G05`.
struct SatelliteArgument: OptionValue {
  var satellite: SatelliteID

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let constellation = text.first.flatMap({ Constellation(rinexLetter: $0) }),
      text.count == 3, let number = UInt8(text.dropFirst()), number > 0
    else {
      throw UsageError(
        message: "\(parameter) must be a satellite such as G05, R24, E11 or C30, not '\(text)'")
    }
    satellite = SatelliteID(constellation, Int(number))
  }
}

/// The frequency channels of GLONASS satellites, -7 to 6, by slot: `R01=1,R02=-4`.
struct GLONASSChannelsArgument: OptionValue {
  var channels: [UInt8: Int] = [:]

  init(optionText text: String, of parameter: String) throws(UsageError) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2, let channel = Int(sides[1]), (-7...6).contains(channel) else {
        throw UsageError(
          message: "\(parameter) must be channels of -7 to 6 such as R01=1,R02=-4, not '\(text)'")
      }
      let satellite = try SatelliteArgument(optionText: sides[0], of: parameter).satellite
      guard satellite.constellation == .glonass,
        Constellation.glonass.satelliteNumbers.contains(satellite.number)
      else {
        throw UsageError(
          message: "\(parameter) is of GLONASS satellites, R01 to R32, not of '\(sides[0])'")
      }
      let slot = UInt8(satellite.number)
      guard channels[slot] ?? channel == channel else {
        throw UsageError(message: "\(parameter) gives two channels of \(satellite)")
      }
      channels[slot] = channel
    }
  }
}

extension [GLONASSChannelsArgument] {
  /// The channels by slot; of repeated slots, the last counts.
  var bySlot: [UInt8: Int] { reduce(into: [:]) { all, next in all.merge(next.channels) { $1 } } }
}

/// The position of a station: `LAT,LON,H`, degrees and metres above the ellipsoid.
struct StationPlaceArgument: OptionValue {
  var position: ECEFPosition

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard text.split(separator: ",", omittingEmptySubsequences: false).count == 3 else {
      throw UsageError(
        message: "\(parameter) must be LAT,LON,H in degrees and metres, not '\(text)'")
    }
    position = ECEFPosition(try PositionArgument(optionText: text, of: parameter).position)
  }
}

/// The interval of observations or of files, 0.02 to 86,400 seconds, aligned to the GPS day.
struct EpochIntervalArgument: OptionValue {
  var milliseconds: Int

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let seconds = try Double(optionText: text, of: parameter)
    guard (0.02...86_400).contains(seconds) else {
      throw UsageError(
        message: "\(parameter) must be from 0.02 seconds to 86400, a day, not '\(text)'")
    }
    milliseconds = Int((seconds * 1000).rounded())
  }
}

/// The greatest length of a frame, 60 to 1029 bytes, header and CRC included.
struct FrameLengthArgument: OptionValue {
  var byteCount: Int

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let byteCount = Int(text), (60...RTCMFrame.maximumLength).contains(byteCount) else {
      throw UsageError(
        message:
          "\(parameter) must be from 60 bytes to \(RTCMFrame.maximumLength), the longest frame there is, "
          + "not '\(text)'; a satellite of an MSM does not fit into fewer")
    }
    self.byteCount = byteCount
  }
}
