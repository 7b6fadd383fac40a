internal import CasterHost
internal import NtripCaster
internal import NtripProtocol
internal import RTCMStreams
internal import VirtualBoard

/// The mountpoints of `boardsim caster`, from options and a file.
struct CasterOffer {
  var config: String?
  var mounts: [MountArgument] = []
  var sources: [String] = []
  var nearest: String?
  var port: UInt16?
  var host: String?
  var tlsPort: UInt16?
  var certificate: String?
  var key: String?
  var adminPort: UInt16?
  var login = CasterLogin()
  var playing = PlayingArguments()
  var speed = PositiveArgument(1, typedAs: "1")
  var isOnce = false
  var faults: [CasterFaultArgument] = []
  var seed: UInt64?

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(
        ["mount", "source", "config"],
        says: "at least one --mount NAME=FILE or --source NAME is needed, or --config FILE"
      ) { $0.mounts.isEmpty && $0.sources.isEmpty && $0.config == nil },
      CommandRule(["speed"]) { offer in
        offer.speed.value <= 1e6
          ? nil : "--speed must be at most 1000000, not '\(offer.speed.text)'"
      },
      CommandRule(
        ["tls-port", "cert", "key"], says: "--tls-port needs --cert FILE and --key FILE"
      ) { $0.tlsPort != nil && ($0.certificate == nil || $0.key == nil) },
      CommandRule(["cert", "key", "tls-port"], says: "--cert and --key need --tls-port N") {
        $0.tlsPort == nil && ($0.certificate != nil || $0.key != nil)
      },
    ] + CasterLogin.rules.of(\.login)
  }

  /// Reads the files, and combines them with the options.
  func configuration(isQuiet: Bool) throws -> CasterConfiguration {
    let file = try file()
    var configuration = CasterConfiguration()
    configuration.host = host ?? file?.host ?? configuration.host
    configuration.port = port ?? file?.port ?? configuration.port
    configuration.adminPort = adminPort ?? file?.adminPort
    configuration.limits = file?.limits ?? CasterLimits()
    configuration.encryption = try encryption(file)
    configuration.mounts = try ownMounts() + (file?.mounts ?? [])
    configuration.faults = faults.map(\.fault) + (file?.faults ?? [])
    configuration.seed = seed ?? file?.seed ?? 0
    var login = login
    if login.users == nil, login.user == nil, login.password == nil { login.users = file?.users }
    configuration.users = try login.access(isQuiet: isQuiet)
    try check(configuration)
    return configuration
  }

  private func file() throws -> CasterFile? {
    guard let config else { return nil }
    do {
      return try CasterFile(yaml: try SecretFile.bytes(of: config), file: config)
    } catch let error as ScenarioError {
      throw Failure(message: "\(error)")
    }
  }

  private func encryption(_ file: CasterFile?) throws -> CasterEncryption? {
    let tls = file?.tls
    guard let port = tlsPort ?? tls?.port, let certificate = certificate ?? tls?.certificate,
      let key = key ?? tls?.key
    else { return nil }
    do {
      return try CasterEncryption(port: port, certificate: certificate, key: key)
    } catch {
      throw Failure(message: "\(error)")
    }
  }

  private func ownMounts() throws(UsageError) -> [CasterConfiguration.Mount] {
    var own: [CasterConfiguration.Mount] = []
    for mount in mounts {
      var origin = mount.origin
      if case .capture(let path, _) = origin { origin = .capture(path: path, ownPlaying) }
      own.append(CasterConfiguration.Mount(mount.name, origin))
    }
    own += sources.map { CasterConfiguration.Mount($0, .source) }
    if let nearest { own.append(CasterConfiguration.Mount(nearest, .nearest)) }
    return own
  }

  private var ownPlaying: CasterConfiguration.Mount.Playing {
    var own = CasterConfiguration.Mount.Playing()
    own.speed = speed.value
    own.isLooping = !isOnce
    own.offset = playing.offset?.duration ?? .zero
    own.gaps = playing.gaps?.gaps ?? .kept
    own.date = playing.date.map { $0.isNow ? .now : .at($0.time) }
    return own
  }

  private func check(_ configuration: CasterConfiguration) throws {
    var names: Set<String> = []
    for mount in configuration.mounts where !names.insert(mount.name).inserted {
      throw UsageError(message: "there are two mountpoints \(mount.name); give one another name")
    }
    let takesSources = configuration.mounts.contains { $0.origin == .source }
    guard !takesSources || configuration.users != nil else {
      throw UsageError(
        message: "mountpoints that sources push need --users FILE, or --user and a password")
    }
  }

  /// Returns the end of the captures that are played once; `nil` when the caster does not end by itself.
  func showing(
    _ configuration: CasterConfiguration, _ captures: CaptureShelf
  ) throws -> Showing? {
    guard isOnce else { return nil }
    let captures = try configuration.mounts.map { mount in
      guard case .capture(let path, _) = mount.origin else { return Capture([]) }
      return try captures.read(path)
    }
    return Showing(captures, speed: speed.value)
  }
}

/// A cache of captures, each read once, since some come from pipes.
final class CaptureShelf {
  private var captures: [String: Capture] = [:]

  func read(_ path: String) throws -> Capture {
    if let capture = captures[path] { return capture }
    let capture = try CaptureInput.capture(path)
    captures[path] = capture
    return capture
  }
}

/// A fault of a caster, as text.
struct CasterFaultArgument: OptionValue {
  var fault: CasterFault

  init(optionText text: String, of parameter: String) throws(UsageError) {
    do throws(CasterFaultError) {
      fault = try CasterFault(parsing: text)
    } catch {
      throw UsageError(message: "\(parameter): \(error)")
    }
  }
}

/// A mountpoint: `NAME=FILE`, `NAME=ntrip://HOST/MOUNT` or `NAME=synth:LAT,LON,HEIGHT`.
struct MountArgument: OptionValue {
  var name: String
  var origin: CasterConfiguration.Mount.Origin

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw UsageError(message: "\(parameter) must be NAME=FILE, not '\(text)'")
    }
    name = parts[0]
    do throws(MountOriginError) {
      origin = try CasterConfiguration.Mount.Origin(parts[1])
    } catch {
      throw UsageError(message: "\(parameter): \(error.problem); \(error.remedy)")
    }
  }
}
