import GNSSBasics
import MQTTClient
import MQTTMessages
import NtripProtocol
import RTCMStreams
import Testing
import VirtualBoard

@testable import CasterHost

@Suite("A caster's configuration file")
struct CasterFileTests {
  private static let text = """
    caster: 1
    host: 127.0.0.2
    port: 2101
    tls: {port: 2102, cert: cert.pem, key: key.pem}
    admin: {port: 2103}                                  # loopback: JSON, Prometheus
    users: users.txt
    mounts:
      - {name: BASE, from: base.rtcm3, speed: 2, offset: 7, gaps: close, loop: false, date: now, country: ITA}
      - {name: RELAY, from: "ntrip://host/MOUNT", when: demanded}
      - {name: LIVE, from: "synth:45.5,9.2,150"}
      - {name: FIELD, source: true}
      - {name: NEAR, nearest: true}
    limits: {per_address: 50, readers: 12000}
    seed: 7
    faults:
      - stall mount=BASE from=60 for=30
      - caster.flip rate=0.01
    """

  private func read(_ text: String) throws(ScenarioError) -> CasterFile {
    try CasterFile(yaml: Array(text.utf8), file: "caster.yaml")
  }

  @Test("says where to listen, who may come and what there is")
  func reads() throws {
    let file = try read(Self.text)
    #expect(file.host == "127.0.0.2")
    #expect(file.port == 2101 && file.adminPort == 2103 && file.users == "users.txt")
    #expect(file.tls == CasterFile.TLS(port: 2102, certificate: "cert.pem", key: "key.pem"))
    #expect(file.limits == CasterLimits(connectionsPerAddress: 50, readers: 12_000))
    #expect(file.seed == 7)
    #expect(
      file.faults == [
        CasterFault(.stall, of: "BASE", from: .seconds(60), to: .seconds(90)),
        CasterFault(.flip, [.rate: 0.01]),
      ])
    #expect(file.mounts.map(\.name) == ["BASE", "RELAY", "LIVE", "FIELD", "NEAR"])
    #expect(file.mounts[0].country == "ITA")
    let place = GeodeticPosition(latitude: 45.5, longitude: 9.2, height: 150)
    let relay = NtripURL(host: "host", mountpoint: "MOUNT")
    var playing = CasterConfiguration.Mount.Playing()
    (playing.speed, playing.isLooping) = (2, false)
    (playing.offset, playing.gaps, playing.date) = (.seconds(7), .closed, .now)
    #expect(
      file.mounts.map(\.origin) == [
        .capture(path: "base.rtcm3", playing), .relay(relay, isOnDemand: true),
        .synthesised(place), .source, .nearest,
      ])
  }

  @Test("little is enough")
  func minimal() throws {
    let file = try read("caster: 1\n")
    #expect(file.mounts.isEmpty && file.port == nil && file.tls == nil)
    #expect(file.limits == CasterLimits())
    let mount = try read("caster: 1\nmounts: [{name: A, from: a.rtcm3}]").mounts[0]
    #expect(mount.origin == .capture(path: "a.rtcm3", .init()))
    #expect(file.host == nil)
  }

  @Test("a cluster, topics and publications are read with the access to their brokers")
  func brokers() throws {
    let file = try read(
      """
      caster: 1
      mounts:
        - {name: TOPIC, from: "mqtt://broker/corrections/base"}
        - {name: LATER, from: "mqtts://broker/corrections/base", when: demanded}
        - {name: VRS, from: "ntrip://host/VRS", position: true}
      cluster: {broker: "mqtt://casters:secret@one,two:1884/casters", node: milan}
      publish: [{mount: TOPIC, to: "mqtt://broker/out"}, {to: "mqtt://broker/all"}]
      mqtt: {version: 5, ca: ca.pem, insecure: true}
      """)
    let topic = try BrokerURL("mqtt://broker/corrections/base")
    let secure = try BrokerURL("mqtts://broker/corrections/base")
    #expect(
      file.mounts.map(\.origin) == [
        .topic(topic, isOnDemand: false), .topic(secure, isOnDemand: true),
        .relay(NtripURL(host: "host", mountpoint: "VRS"), isOnDemand: false),
      ])
    #expect(file.mounts.map(\.needsPosition) == [false, false, true])
    #expect(file.cluster?.node == "milan" && file.cluster?.broker.brokers.count == 2)
    #expect(
      file.publications == [
        StreamPublication(of: "TOPIC", to: try BrokerURL("mqtt://broker/out")),
        StreamPublication(of: nil, to: try BrokerURL("mqtt://broker/all")),
      ])
    let access = try #require(file.brokerAccess)
    #expect(access.version == .v5 && access.authority == "ca.pem" && !access.verifiesBroker)
    let usual = try read("caster: 1\nmqtt: {ca: ca.pem}").brokerAccess
    #expect(usual?.version == .v311 && usual?.verifiesBroker == true)
    let none = try read("caster: 1")
    #expect(none.cluster == nil && none.publications.isEmpty && none.brokerAccess == nil)
  }

  @Test("a capture may be dated from any day on")
  func dates() throws {
    let mount = "{name: A, from: a.rtcm3, date: 2026-06-01T12:00:00Z}"
    var playing = CasterConfiguration.Mount.Playing()
    playing.date = .at(UnixTime(seconds: 1_780_315_200))
    let file = try read("caster: 1\nmounts: [\(mount)]")
    #expect(file.mounts.map(\.origin) == [.capture(path: "a.rtcm3", playing)])
  }

  @Test("a base station that is made stands between a kilometre below and ten above the ellipsoid")
  func heights() throws {
    for height in ["-1000", "10000"] {
      let origin = try CasterConfiguration.Mount.Origin("synth:45,9,\(height)")
      let place = GeodeticPosition(latitude: 45, longitude: 9, height: try #require(Double(height)))
      #expect(origin == .synthesised(place))
    }
    for height in ["-1000.5", "10000.5", ""] {
      #expect(throws: MountOriginError.self) {
        _ = try CasterConfiguration.Mount.Origin("synth:45,9,\(height)")
      }
    }
  }

  @Test("a base station that is made stands between the poles, and at the 180th meridian at most")
  func places() throws {
    for (latitude, longitude) in [(-90, -180), (90, 180)] as [(Double, Double)] {
      let origin = try CasterConfiguration.Mount.Origin("synth:\(latitude),\(longitude),0")
      let place = GeodeticPosition(latitude: latitude, longitude: longitude, height: 0)
      #expect(origin == .synthesised(place))
    }
    for place in ["-90.5,0", "90.5,0", "0,-180.5", "0,180.5"] {
      #expect(throws: MountOriginError.self) {
        _ = try CasterConfiguration.Mount.Origin("synth:\(place),0")
      }
    }
  }

  @Test(
    "what is wrong is told with its place, and what to write instead",
    arguments: [
      ("port: 1", "caster.yaml:1:1: ", "caster: 1"),
      ("caster: 2", "caster.yaml:1:9: ", "1"),
      ("caster: 1\nprot: 5", "caster.yaml:2:1: ", "\"port\""),
      ("caster: 1\nport: 70000", "caster.yaml:2:7: ", "65535"),
      ("caster: 1\ntls: {port: 1}", "caster.yaml:2:6: ", "cert.pem"),
      ("caster: 1\nmounts: [{name: A}]", "caster.yaml:2:10: ", "source: true"),
      ("caster: 1\ncluster: {node: a}", "caster.yaml:2:10: ", "mqtt://broker/casters"),
      ("caster: 1\ncluster: {broker: 'mqtt://h/r'}", "caster.yaml:2:10: ", "node: milan"),
      (
        "caster: 1\ncluster: {broker: 'mqtt://h/r', node: a b}", "caster.yaml:2:39: ",
        "1 to 40 letters"
      ),
      ("caster: 1\ncluster: {broker: 'ntrip://h/r', node: a}", "caster.yaml:2:19: ", "mqtt://"),
      ("caster: 1\npublish: [{mount: A}]", "caster.yaml:2:11: ", "mqtt://broker/base"),
      ("caster: 1\nmqtt: {version: 4}", "caster.yaml:2:17: ", "3.1.1 or 5"),
      ("caster: 1\nmounts: [{name: A, from: 'mqtt://h'}]", "caster.yaml:2:26: ", "TOPIC"),
      (
        "caster: 1\nmounts: [{name: A, from: 'mqtt://h/t', when: now}]", "caster.yaml:2:46: ",
        "demanded"
      ),
      ("caster: 1\nmounts: [{name: A, from: a, source: true}]", "caster.yaml:2:10: ", "one of"),
      ("caster: 1\nmounts: [{name: A, from: 'http://x'}]", "caster.yaml:2:26: ", "ntrip://"),
      ("caster: 1\nmounts: [{name: A, from: 'ntrip://h'}]", "caster.yaml:2:26: ", "MOUNTPOINT"),
      ("caster: 1\nmounts: [{name: A, from: 'ntrip://h:70000/M'}]", "caster.yaml:2:26: ", "port"),
      ("caster: 1\nmounts: [{name: A, from: 'ntrip://h/%zz'}]", "caster.yaml:2:26: ", "%25"),
      ("caster: 1\nmounts: [{name: A, from: 'synth:1,2'}]", "caster.yaml:2:26: ", "HEIGHT"),
      ("caster: 1\nmounts: [{name: A, from: ''}]", "caster.yaml:2:26: ", "name a capture"),
      ("caster: 1\nmounts: [{name: A, from: a, date: x}]", "caster.yaml:2:35: ", "2026-"),
      ("caster: 1\nmounts: [{name: A, from: a, gaps: 7}]", "caster.yaml:2:35: ", "close"),
      ("caster: 1\nmounts: [{name: A, from: a, loop: 7}]", "caster.yaml:2:35: ", "true"),
      (
        "caster: 1\nmounts: [{name: A, from: 'ntrip://h/M', when: soon}]", "caster.yaml:2:47: ",
        "demanded"
      ),
      ("caster: 1\nmounts: [{name: A, from: a}, {name: A, from: b}]", "caster.yaml:2:30: ", "A"),
      ("caster: 1\nlimits: {readers: 0}", "caster.yaml:2:19: ", "from 1"),
      ("caster: 1\nfaults: [stal]", "caster.yaml:2:10: ", "did you mean 'stall'?"),
      ("caster: 1\nfaults: 1", "caster.yaml:2:9: ", "- stall mount=BASE"),
      ("caster: 1\nseed: -1", "caster.yaml:2:7: ", "seed"),
      ("", "caster.yaml:1:1: ", "nothing"),
    ])
  func refuses(text: String, place: String, hint: String) {
    let error = #expect(throws: ScenarioError.self) { try read(text) }
    #expect(error?.description.hasPrefix(place) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
  }
}
