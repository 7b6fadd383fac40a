package import NtripProtocol
internal import GNSSBasics
package import MQTTClient
internal import MQTTMessages
internal import RTCMStreams
internal import ScenarioFiles
package import VirtualBoard

/// A caster's configuration file as written; the files that it names are not read.
///
/// ```yaml
/// caster: 1
/// port: 2101
/// tls: {port: 2102, cert: cert.pem, key: key.pem}
/// admin: {port: 2103}
/// users: users.txt
/// mounts:
///   - {name: BASE, from: base.rtcm3, speed: 1, loop: true}
///   - {name: RELAY, from: "ntrip://host/MOUNT", when: demanded, position: true}
///   - {name: TOPIC, from: "mqtt://broker/topic"}
///   - {name: LIVE, from: "synth:45.4781,9.2273,150"}
///   - {name: FIELD, source: true}
///   - {name: NEAR, nearest: true}
/// limits: {per_address: 50, readers: 12000}
/// cluster: {broker: "mqtt://broker/casters", node: milan}
/// publish: [{mount: BASE, to: "mqtt://broker/base"}]
/// mqtt: {version: 3.1.1, ca: ca.pem}
/// faults: [stall mount=BASE from=60 for=30]
/// seed: 7
/// ```
package struct CasterFile: Hashable, Sendable {
  /// The files of a certificate and its key, with the port for encrypted connections.
  package struct TLS: Hashable, Sendable {
    package var port: UInt16
    package var certificate: String
    package var key: String
  }

  package var host: String?
  package var port: UInt16?
  package var tls: TLS?
  package var adminPort: UInt16?
  package var users: String?
  package var mounts: [CasterConfiguration.Mount] = []
  package var limits = CasterLimits()
  package var cluster: ClusterOptions?
  package var publications: [StreamPublication] = []
  package var brokerAccess: BrokerAccess?
  package var faults: [CasterFault] = []
  package var seed: UInt64?

  /// Parses the text of a file.
  ///
  /// - Throws: `ScenarioError` with file, line, column and the correct form.
  package init(yaml bytes: [UInt8], file: String) throws(ScenarioError) {
    do throws(ScenarioError) {
      try read(try YAMLText.node(bytes))
    } catch {
      throw error.of(file)
    }
  }

  private mutating func read(_ root: ScenarioNode) throws(ScenarioError) {
    let fields = try root.fields(
      of: "a caster's configuration",
      [
        "caster", "host", "port", "tls", "admin", "users", "mounts", "limits", "cluster", "publish",
        "mqtt", "faults", "seed",
      ])
    _ = try fields.required("caster", "write caster: 1 at the top").number("caster", in: 1...1)
    host = try fields["host"]?.text("host")
    port = try fields["port"]?.port("port")
    users = try fields["users"]?.text("users")
    tls = try fields["tls"].map { node throws(ScenarioError) in try TLS(node) }
    if let admin = fields["admin"] {
      let fields = try admin.fields(of: "admin", ["port"])
      adminPort = try fields.required("port", "write admin: {port: 2103}").port("port")
    }
    seed = try fields["seed"].map { node throws(ScenarioError) in
      UInt64(try node.number("seed", in: 0...9e15))
    }
    for node in try fields["faults"]?.list("faults", "- stall mount=BASE from=60 for=30") ?? [] {
      faults.append(try CasterFault(node))
    }
    if let node = fields["limits"] { limits = try CasterLimits(node) }
    cluster = try fields["cluster"].map { node throws(ScenarioError) in
      try ClusterOptions(file: node)
    }
    for node in try fields["publish"]?.list("publish", "- {to: \"mqtt://broker/topic\"}") ?? [] {
      publications.append(try StreamPublication(file: node))
    }
    brokerAccess = try fields["mqtt"].map { node throws(ScenarioError) in
      try BrokerAccess(file: node)
    }
    for node in try fields["mounts"]?.list("mounts", "- {name: BASE, from: base.rtcm3}") ?? [] {
      let mount = try CasterConfiguration.Mount(node)
      if mounts.contains(where: { $0.name == mount.name }) {
        try node.fail("there are two mountpoints \(mount.name)", "give one another name")
      }
      mounts.append(mount)
    }
  }
}

extension CasterFile.TLS {
  fileprivate init(_ node: ScenarioNode) throws(ScenarioError) {
    let example = "write tls: {port: 2102, cert: cert.pem, key: key.pem}"
    let fields = try node.fields(of: "tls", ["port", "cert", "key"])
    port = try fields.required("port", example).port("port")
    certificate = try fields.required("cert", example).text("cert")
    key = try fields.required("key", example).text("key")
  }
}

extension CasterFault {
  fileprivate init(_ node: ScenarioNode) throws(ScenarioError) {
    let text = try node.text("a fault")
    do throws(CasterFaultError) {
      try self.init(parsing: text)
    } catch {
      try node.fail(
        "\(error)", "write it as caster --fault has it: stall mount=BASE from=60 for=30")
    }
  }
}

extension CasterLimits {
  fileprivate init(_ node: ScenarioNode) throws(ScenarioError) {
    let fields = try node.fields(of: "limits", ["per_address", "readers"])
    self.init(
      connectionsPerAddress: try fields["per_address"]?.count("per_address"),
      readers: try fields["readers"]?.count("readers"))
  }
}

extension BrokerURL {
  fileprivate init(file node: ScenarioNode, _ name: String) throws(ScenarioError) {
    let text = try node.text(name)
    do throws(BrokerURLError) {
      try self.init(text)
    } catch {
      try node.fail("\(error)", "write \(name): \"mqtt://broker/topic\"")
    }
  }
}

extension ClusterOptions {
  fileprivate init(file node: ScenarioNode) throws(ScenarioError) {
    let example = "write cluster: {broker: \"mqtt://broker/casters\", node: milan}"
    let fields = try node.fields(of: "a cluster", ["broker", "node"])
    let broker = try BrokerURL(file: try fields.required("broker", example), "broker")
    let name = try fields.required("node", example)
    guard let options = ClusterOptions(broker, node: try name.text("node")) else {
      try name.fail("a node's name is \(Self.nameRule)", example)
    }
    self = options
  }
}

extension StreamPublication {
  fileprivate init(file node: ScenarioNode) throws(ScenarioError) {
    let fields = try node.fields(of: "a publication", ["mount", "to"])
    let target = try fields.required("to", "write {mount: BASE, to: \"mqtt://broker/base\"}")
    self.init(of: try fields["mount"]?.text("mount"), to: try BrokerURL(file: target, "to"))
  }
}

extension BrokerAccess {
  fileprivate init(file node: ScenarioNode) throws(ScenarioError) {
    self.init()
    let fields = try node.fields(of: "mqtt", ["version", "ca", "insecure"])
    if let node = fields["version"] {
      guard let found = MQTTClient.Version(rawValue: try node.text("version")) else {
        try node.fail("\"version\" must be 3.1.1 or 5", "write version: 3.1.1")
      }
      version = found
    }
    authority = try fields["ca"]?.text("ca")
    verifiesBroker = !(try fields["insecure"]?.truth("insecure") ?? false)
  }
}

extension CasterConfiguration.Mount {
  fileprivate init(_ node: ScenarioNode) throws(ScenarioError) {
    let fields = try node.fields(
      of: "a mountpoint",
      [
        "name", "from", "source", "nearest", "speed", "offset", "gaps", "loop", "date", "when",
        "position", "country",
      ])
    let name = try fields.required("name", "write {name: BASE, from: base.rtcm3}").text("name")
    let isSource = try fields["source"]?.truth("source") ?? false
    let isNearest = try fields["nearest"]?.truth("nearest") ?? false
    let from = try fields["from"]?.text("from")
    guard [isSource, isNearest, from != nil].count(where: { $0 }) == 1 else {
      try node.fail(
        "mountpoint \(name) needs one of \"from\", \"source\" and \"nearest\"",
        "write from: FILE, from: \"ntrip://HOST/MOUNT\", from: \"mqtt://BROKER/TOPIC\", "
          + "from: \"synth:LAT,LON,HEIGHT\", source: true or nearest: true")
    }
    let country = try fields["country"]?.text("country") ?? ""
    if isSource { self.init(name, .source, country: country); return }
    if isNearest { self.init(name, .nearest, country: country); return }
    let origin: Origin
    do throws(MountOriginError) {
      origin = try Origin(from ?? "")
    } catch {
      try (fields["from"] ?? node).fail(error.problem, error.remedy)
    }
    self.init(name, try origin.changed(by: fields), country: country)
    needsPosition = try fields["position"]?.truth("position") ?? false
  }
}

extension CasterConfiguration.Mount.Origin {
  fileprivate func changed(by fields: ScenarioFields) throws(ScenarioError) -> Self {
    switch self {
    case .capture(let path, _): return .capture(path: path, try .init(fields))
    case .relay(let url, _): return .relay(url, isOnDemand: try Self.isOnDemand(fields))
    case .topic(let url, _): return .topic(url, isOnDemand: try Self.isOnDemand(fields))
    case .synthesised, .source, .nearest: return self
    }
  }

  private static func isOnDemand(_ fields: ScenarioFields) throws(ScenarioError) -> Bool {
    let when = try fields["when"]?.text("when") ?? "always"
    guard ["always", "demanded"].contains(when) else {
      try (fields["when"] ?? fields.node).fail(
        "\"when\" must be always or demanded", "write when: demanded")
    }
    return when == "demanded"
  }
}

extension CasterConfiguration.Mount.Playing {
  fileprivate init(_ fields: ScenarioFields) throws(ScenarioError) {
    speed = try fields["speed"]?.number("speed", in: 1e-3...1e6) ?? 1
    isLooping = try fields["loop"]?.truth("loop") ?? true
    offset = .seconds(try fields["offset"]?.number("offset", in: 0...1e9) ?? 0)
    if let node = fields["gaps"] {
      switch try node.text("gaps") {
      case "keep": gaps = .kept
      case "close": gaps = .closed
      default: try node.fail("\"gaps\" must be keep or close", "write gaps: close")
      }
    }
    guard let node = fields["date"] else { return }
    let text = try node.text("date")
    if text == "now" {
      date = .now
    } else if let time = DateText.time(text) {
      date = .at(time)
    } else {
      try node.fail("there is no date \(text.prefix(40))", "write now or 2026-06-01T12:00:00Z")
    }
  }
}

extension ScenarioNode {
  fileprivate func port(_ name: String) throws(ScenarioError) -> UInt16 {
    UInt16(try number(name, in: 0...65_535))
  }

  fileprivate func count(_ name: String) throws(ScenarioError) -> Int {
    Int(try number(name, in: 1...1e9))
  }

  fileprivate func truth(_ name: String) throws(ScenarioError) -> Bool {
    switch scalar {
    case "true": return true
    case "false": return false
    default: try fail("\(name) must be true or false", "write \(name): true")
    }
  }
}
