import BoardFirmware
import BoardSimulation
import GNSSBasics
import NtripCaster
import NtripProtocol
import OpenData
import RTCMStreams
import TestSupport
import Testing

@testable import BoardHost
@testable import VirtualBoard

@Suite("The stations on the control port", .timeLimit(.minutes(5)))
struct StationPortTests {
  /// Returns the service of a board with corrections.
  private static func board(
    _ corrections: BoardService.Corrections, pace: Pace = .manual
  ) throws -> BoardService {
    var configuration = BoardService.Configuration()
    configuration.corrections = corrections
    configuration.pace = pace
    configuration.isWarm = false
    configuration.port = 0
    return try BoardService(configuration)
  }

  private struct Feature {
    var place: [Double]
    var properties: [String: Any]
    var kind: String? { properties["kind"] as? String }
    var id: Int? { properties["id"] as? Int }
  }

  private static func features(of service: BoardService) throws -> [Feature] {
    let answer = try service.control("/api/v1/stations")
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "application/geo+json")
    let json = try JSONDocument(answer.body)
    #expect(json.text("type") == "FeatureCollection")
    return try #require(json["features"] as? [[String: Any]]).map { feature in
      #expect(feature["type"] as? String == "Feature")
      let geometry = try #require(feature["geometry"] as? [String: Any])
      #expect(geometry["type"] as? String == "Point")
      return Feature(
        place: try #require(geometry["coordinates"] as? [Double]),
        properties: try #require(feature["properties"] as? [String: Any]))
    }
  }

  private static func expect(_ place: [Double], at position: GeodeticPosition) {
    #expect(place.count == 3)
    #expect(abs(place[0] - position.longitude) < 1e-8)
    #expect(abs(place[1] - position.latitude) < 1e-8)
    #expect(abs(place[2] - position.height) < 1e-3)
  }

  @Test("the region's stations are where the open data has them, with what they measure")
  func region() throws {
    let service = try Self.board(.none)
    defer { service.stop() }
    let features = try Self.features(of: service)
    #expect(features.allSatisfy { $0.kind == "region" })
    #expect(features.map(\.id) == OpenDataStation.all.map(\.id))
    for (feature, station) in zip(features, OpenDataStation.all) {
      Self.expect(feature.place, at: station.position)
      #expect(feature.properties["name"] as? String == station.name)
      #expect(feature.properties["municipality"] as? String == station.town)
      #expect(feature.properties["province"] as? String == station.province)
      #expect(
        feature.properties["network"] as? String == (station.network == .air ? "air" : "weather"))
      let isOpen = station.sensors.contains { $0.stop == nil }
      #expect(feature.properties["open"] as? Bool == isOpen)
      let measured = station.sensors.filter { ($0.stop == nil) == isOpen }.map(\.quantity.rawValue)
      #expect(feature.properties["quantities"] as? [String] == measured)
    }
    #expect(features.contains { $0.properties["open"] as? Bool == false })
  }

  @Test("the built-in base comes first, where its stream says")
  func builtInBase() throws {
    let service = try manualBoard()
    defer { service.stop() }
    let base = try #require(Self.features(of: service).first)
    #expect(base.kind == "base" && base.id == 1)
    Self.expect(base.place, at: GeodeticPosition(BuiltInBase.position))
  }

  @Test("a capture's base is where its station messages say")
  func capture() throws {
    let capture = Capture(try MilanBase.capture)
    let service = try Self.board(.capture(capture, name: "milan-base.rtcm3"))
    defer { service.stop() }
    let station = try #require(capture.station)
    let base = try #require(Self.features(of: service).first)
    #expect(base.kind == "base" && base.id == Int(station.stationID))
    Self.expect(base.place, at: GeodeticPosition(station.position))
  }

  @Test("the base of a caster on the network is there once its stream has told it")
  func caster() async throws {
    let capture = try MilanBase.capture
    let server = try NtripCasterServer(
      port: 0, caster: Caster([Mountpoint(name: "M", capture: capture)]))
    defer { server.stop() }
    func service(_ port: UInt16) throws -> BoardService {
      try Self.board(
        .caster(NtripURL(host: "127.0.0.1", port: Int(port), mountpoint: "M")), pace: .times(1))
    }
    let unreachable = try service(1)
    defer { unreachable.stop() }
    #expect(try Self.features(of: unreachable).allSatisfy { $0.kind == "region" })
    let service = try service(server.port)
    defer { service.stop() }
    #expect(await service.shows { $0.gnss.stationID != nil })
    let station = try #require(Capture(capture).station)
    let base = try #require(Self.features(of: service).first)
    #expect(base.kind == "base" && base.id == Int(station.stationID))
    Self.expect(base.place, at: GeodeticPosition(station.position))
  }
}
