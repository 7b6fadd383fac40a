internal import BoardHost
internal import NtripProtocol

/// The source of corrections: `internal`, `none` or a caster's URL.
enum CorrectionSource: OptionValue, Equatable {
  case `internal`
  case none
  case caster(NtripURL)

  static var candidates: Candidates { .words(["internal", "none"]) }

  /// Whether the source is a caster on the network.
  var isNetwork: Bool { if case .caster = self { true } else { false } }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    switch text {
    case "internal": self = .internal
    case "none": self = .none
    default: self = .caster(try MountpointArgument(optionText: text, of: parameter).url)
    }
  }
}

/// A caster's URL with a mountpoint, or `@FILE` for a file that contains it.
struct MountpointArgument: OptionValue {
  var url = NtripURL(host: "")

  init() {}

  init(optionText text: String, of parameter: String) throws(UsageError) {
    url = try CasterArgument(optionText: text, of: parameter).url
    if url.mountpoint.isEmpty {
      throw UsageError(
        message:
          "\(parameter): '\(url)' names no mountpoint; 'boardsim ntrip table \(url)' lists them")
    }
  }
}

/// A caster's URL, or `@FILE` for a file that contains it.
struct CasterArgument: OptionValue {
  var url = NtripURL(host: "")

  init() {}

  init(optionText text: String, of parameter: String) throws(UsageError) {
    // A URL may hold a password, which the list of processes would show to everybody.
    let written = try SecretFile.text(text, for: parameter)
    do throws(NtripURLError) {
      url = try NtripURL(written)
    } catch {
      throw UsageError(message: "\(parameter): \(error)")
    }
  }
}

/// The pace of board time: `1`, `N`, `max` or `manual`.
struct SpeedArgument: OptionValue {
  var pace: Pace

  static var candidates: Candidates { .words(["max", "manual"]) }

  init(pace: Pace) { self.pace = pace }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let pace = Pace(text) else {
      throw UsageError(
        message:
          "\(parameter) must be a number above 0 and at most 1000000, max or manual, not '\(text)'"
      )
    }
    self.pace = pace
  }
}

/// The driver of the board's clock.
enum AdvanceName: String, OptionChoice {
  case clock
  case perRequest = "per-request"
}

/// The name of a dialect.
enum DialectName: String, OptionChoice {
  case moqa
  case airQuality = "air-quality"
  case legacyHTML = "legacy-html"
}

/// The content of the field PM0.5.
enum PM05Name: String, OptionChoice {
  case mass, number
}

/// The board's state at the start.
enum BootName: String, OptionChoice {
  case warm, cold
}

/// The token of the control port, or `@FILE` for a file that contains it.
struct TokenArgument: OptionValue {
  let text: String

  /// The token of the environment; `nil` when there is none.
  static var ofEnvironment: Self? {
    ProcessEnvironment.value("BOARDSIM_CONTROL_TOKEN").map(Self.init(text:))
  }

  private init(text: String) { self.text = text }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    self.text = try SecretFile.text(text, for: parameter)
  }

  /// Whether the token has at least 8 characters, all of them printable ASCII without spaces.
  var isUsable: Bool { text.utf8.count >= 8 && text.utf8.allSatisfy { (33...126).contains($0) } }
}
