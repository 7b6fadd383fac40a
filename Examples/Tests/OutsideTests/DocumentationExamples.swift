import BoardSimulation
import NtripClient
import NtripProtocol
import RTCMParser
import RTCMText
import SensorDrivers
import Testing

/// The examples of the README and of the modules' pages, word for word, so that they keep compiling.
@Suite("Documentation examples")
struct DocumentationExamples {
  @Test("RTCMParser")
  func scansStream() throws {
    let bytes = try Self.oneFrame()
    var scanner = FrameScanner()
    scanner.consume(bytes.span) { frame in
      if case .antennaReferencePoint(let station)? = try? RTCMMessage(decoding: frame.payload) {
        print(station.stationID, GeodeticPosition(station.position))
      }
    }
    #expect(scanner.counts.frames == 1)
  }

  @Test("SensorDrivers and BoardSimulation")
  func readsSensor() throws {
    let board = SimulatedBoard(world: World(scenario: .milanWalk), seed: 1)
    var clock = board.clock
    var sensor = BME280(on: board.bus)
    try sensor.start(delay: &clock)
    let reading = try sensor.measure(delay: &clock)
    #expect(abs(reading.temperatureCelsius - board.world.state(at: clock.now).temperature) < 0.1)
    try printTemperature(on: board.bus, waitingOn: &clock)
  }

  func printTemperature(
    on bus: some I2CBus, waitingOn delay: inout some Delay
  ) throws(BME280Error) {
    var sensor = BME280(on: bus)
    try sensor.start(delay: &delay)
    print(try sensor.measure(delay: &delay).temperatureCelsius)
  }

  @Test("NtripProtocol")
  func converses() throws {
    var session = NtripClientSession(to: try NtripURL("ntrip://rover:secret@host/MOUNT"), at: .zero)
    let toSend = session.takeOutput()  // the request
    let answer = Array("ICY 200 OK\r\n\r\n".utf8)  // what came back
    session.receive(answer.span, at: .milliseconds(80)) { bytes in print(bytes.count) }
    #expect(!toSend.isEmpty)
    #expect(session.state == .streaming(.one))
  }

  /// NtripClient's needs a caster, so it is compiled only.
  func readsCorrections() async throws {
    let url = try NtripURL("ntrip://user:password@caster.example.org:2101/MOUNT")
    for try await element in NtripStream(from: url) {
      if case .data(let bytes) = element { print(bytes.count) }
    }
  }

  @Test("RTCMText")
  func printsMessages() throws {
    #expect(throws: Never.self) { try printMessages(of: Self.oneFrame()) }
  }

  /// A stream of one station message.
  static func oneFrame() throws -> [UInt8] {
    try RTCMTests.stream(
      of: AntennaReferencePoint(
        stationID: 7, position: ECEFPosition(x: 4_421_985, y: 718_582, z: 4_524_877)))
  }

  func printMessages(of stream: [UInt8]) throws {
    var scanner = FrameScanner()
    try scanner.consume(stream.span) { frame in print(try FrameDescription(of: frame).table) }
  }
}
