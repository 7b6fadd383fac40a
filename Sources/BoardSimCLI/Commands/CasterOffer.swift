internal import CasterHost
internal import MQTTClient
internal import MQTTMessages
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
  var cluster: BrokerArgument?
  var node: NodeArgument?
  var publications: [PublicationArgument] = []
  var access = BrokerAccessArguments()
  var faults: [CasterFaultArgument] = []
  var seed: UInt64?

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(
        ["mount", "source", "config", "cluster"],
        says: "at least one --mount NAME=FILE or --source NAME is needed, or --config FILE"
      ) { offer in
        offer.mounts.isEmpty && offer.sources.isEmpty && offer.config == nil
          && offer.cluster == nil
      },
      CommandRule(["cluster", "node"], says: "--cluster URL and --node NAME go together") {
        ($0.cluster == nil) != ($0.node == nil)
      },
      CommandRule(
        ["mqtt-ca", "mqtt-insecure", "mqtt-version", "cluster", "publish", "mount"],
        says: "the options of MQTT are for --cluster, --publish and --mount NAME=mqtt://…"
      ) { $0.access != BrokerAccessArguments() && !$0.usesBrokers },
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
    configuration.cluster = try ownCluster ?? file?.cluster
    configuration.publications = publications.map(\.publication) + (file?.publications ?? [])
    configuration.brokerAccess = try ownAccess() ?? file?.brokerAccess ?? BrokerAccess()
    configuration.mounts = try ownMounts() + (file?.mounts ?? [])
    configuration.faults = faults.map(\.fault) + (file?.faults ?? [])
    configuration.seed = seed ?? file?.seed ?? 0
    var login = login
    if login.users == nil, login.user == nil, login.password == nil { login.users = file?.users }
    configuration.users = try login.access(isQuiet: isQuiet)
    try check(configuration)
    return configuration
  }

  /// Whether an option names a broker, or a file may.
  private var usesBrokers: Bool {
    cluster != nil || !publications.isEmpty || mounts.contains { $0.origin.isTopic }
      || config != nil
  }

  private var ownCluster: ClusterOptions? {
    get throws(UsageError) {
      guard let cluster, let node else { return nil }
      return ClusterOptions(cluster.url, node: node.name)
    }
  }

  /// Returns the access of the options; `nil` where none is given.
  private func ownAccess() throws -> BrokerAccess? {
    access == BrokerAccessArguments() ? nil : try access.access()
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
    for name in configuration.publications.compactMap(\.mountpoint) where !names.contains(name) {
      throw UsageError(
        message:
          "--publish names mountpoint \(name), which there is not; name one of --mount or --source")
    }
    guard MQTTClient.isBuiltIn || !configuration.usesBrokers else {
      throw Failure(message: "\(MQTTError.notBuiltIn)")
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

extension CasterConfiguration {
  /// Whether the caster talks to a broker.
  fileprivate var usesBrokers: Bool {
    cluster != nil || !publications.isEmpty || mounts.contains { $0.origin.isTopic }
  }
}

extension CasterConfiguration.Mount.Origin {
  fileprivate var isTopic: Bool { if case .topic = self { true } else { false } }
}

/// A caster's name in a cluster.
struct NodeArgument: OptionValue {
  let name: String

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard ClusterOptions.isNode(text) else {
      throw UsageError(message: "\(parameter) must be \(ClusterOptions.nameRule), not '\(text)'")
    }
    name = text
  }
}

/// The publication of a mountpoint, `NAME=mqtt://BROKER/TOPIC`, or of all, `mqtt://BROKER/TOPIC`.
struct PublicationArgument: OptionValue {
  let publication: StreamPublication

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let equals = text.firstIndex(of: "=")
    let colon = text.firstIndex(of: ":") ?? text.endIndex
    let split = equals.flatMap { $0 < colon ? $0 : nil }
    let url = split.map { String(text[text.index(after: $0)...]) } ?? text
    let broker = try BrokerArgument(optionText: url, of: parameter)
    publication = StreamPublication(of: split.map { String(text[..<$0]) }, to: broker.url)
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

/// A mountpoint: `NAME=FILE`, `NAME=ntrip://HOST/MOUNT`, `NAME=mqtt://BROKER/TOPIC` or
/// `NAME=synth:LAT,LON,HEIGHT`.
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
