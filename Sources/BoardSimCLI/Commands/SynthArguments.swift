internal import GNSSBasics
internal import GNSSSimulation
internal import TextOutput

/// Satellite systems by their RINEX letters, such as `G,E`.
struct SystemsArgument: OptionValue {
  var systems: Set<Constellation>
  private static let known: [Constellation] = [.gps, .glonass, .galileo, .beidou, .qzss]

  init() { systems = Set(Self.known) }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    systems = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let system = Self.known.first(where: { String($0.rinexLetter) == word.uppercased() })
      else {
        throw UsageError(
          message:
            "\(parameter) must be some of G,R,E,C,J (GPS, GLONASS, Galileo, BeiDou, QZSS), not '\(text)'"
        )
      }
      systems.insert(system)
    }
  }
}

/// The effects left out of observations, such as `noise,ionosphere`.
struct EffectsArgument: OptionValue {
  var effects = SkyEffects()
  static let names: [(name: String, effect: SkyEffects)] = [
    ("noise", .noise), ("troposphere", .troposphere), ("ionosphere", .ionosphere),
    ("clocks", .clocks), ("slips", .slips), ("earth-rotation", .earthRotation),
  ]

  init() {}

  init(optionText text: String, of parameter: String) throws(UsageError) {
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let known = Self.names.first(where: { $0.name == word }) else {
        let names = Self.names.map(\.name)
        throw UsageError(
          message: "\(parameter) must be some of \(names.joined(separator: ",")), not '\(word)'"
            + suggestion(for: String(word), in: names))
      }
      effects.insert(known.effect)
    }
  }
}

/// The rate of epochs, up to 20 a second.
struct EpochRateArgument: OptionValue {
  /// The time between two epochs.
  let interval: Duration

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let rate = Double(text), rate > 0, rate <= 20 else {
      throw UsageError(
        message: "\(parameter) must be over 0 and at most 20 epochs a second, not '\(text)'")
    }
    let milliseconds = (1000 / rate).rounded()
    guard (milliseconds * rate - 1000).magnitude < 1e-6 * rate else {
      throw UsageError(
        message:
          "\(parameter) must make epochs whole milliseconds apart, such as 1, 5, 10 or 20, not '\(text)'"
      )
    }
    interval = .milliseconds(Int(milliseconds))
  }
}

/// The offset by which GLONASS phases are shorter than codes, metres, -300 to 300.
struct GLONASSBiasArgument: OptionValue {
  var metres = 0.0

  init() {}

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let metres = Double(text), (-300...300).contains(metres) else {
      throw UsageError(message: "\(parameter) must be -300 to 300 metres, not '\(text)'")
    }
    self.metres = metres
  }
}

/// The messages on position and antenna that a station sends, such as `1005,1008`.
struct StationMessagesArgument: OptionValue {
  private(set) var hasHeight = true
  private(set) var hasSerialNumber = true

  init() {}

  init(optionText text: String, of parameter: String) throws(UsageError) {
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      switch word {
      case "1005": hasHeight = false
      case "1006": hasHeight = true
      case "1007": hasSerialNumber = false
      case "1008": hasSerialNumber = true
      default:
        throw UsageError(
          message: "\(parameter) must be 1005 or 1006, and 1007 or 1008, not '\(text)'")
      }
    }
  }
}

/// A kind of multiple signal message with all that a rover needs: 4 to 7.
struct MSMKindArgument: OptionValue {
  let kind: UInt8

  init(_ kind: UInt8) { self.kind = kind }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let kind = UInt8(text), (4...7).contains(kind) else {
      throw UsageError(message: "\(parameter) must be 4, 5, 6 or 7, not '\(text)'")
    }
    self.kind = kind
  }
}
