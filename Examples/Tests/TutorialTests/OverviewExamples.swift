import BoardSimulation
import NtripMemory
import NtripProtocol
import RINEX
import RTCMStreams
import SensorDrivers
import SensorTestKit
import Testing
import UBloxRaw

/// What the pages of modules begin with.
@Suite("The examples of overviews")
struct OverviewExamples {
  func measureTemperature() throws -> Double {
    let board = SimulatedBoard(world: World(scenario: .milanWalk), seed: 1)
    var clock = board.clock
    var sensor = BME280(on: board.bus)
    try sensor.start(delay: &clock)
    return try sensor.measure(delay: &clock).temperatureCelsius
  }

  func countObservations(in log: [UInt8]) -> Int {
    var (reader, count) = (RawLogReader(), 0)
    reader.consume(log.span) { event in
      if case .epoch(let epoch) = event { count += epoch.observations.count }
    }
    return count
  }

  func judge(_ bytes: [UInt8]) {
    var statistics = StreamStatistics()
    statistics.consume(bytes.span)
    statistics.finish()
    for type in statistics.types { print(type.type, type.frames) }
    print(StreamVerdict(of: statistics).result)
  }

  func assemble(_ bytes: [UInt8]) {
    var scanner = FrameScanner()
    var assembler = EpochAssembler(near: GPSTime(week: 2421, secondsOfWeek: 129_600))
    scanner.consume(bytes.span) { frame in
      guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
      assembler.add(message) { epoch in print(epoch.time.week, epoch.observations.count) }
    }
    assembler.finish { epoch in print(epoch.time.week, epoch.observations.count) }
  }

  func observationFile(of stream: [UInt8]) throws -> [UInt8] {
    var conversion = RINEXConversion(header: RINEXHeader(markerName: "MILAN"))
    var text = RINEXConversion.Text()
    while conversion.pass != .done {
      conversion.consume(stream.span, into: &text)
      try conversion.endPass(into: &text)
    }
    return text.observations
  }

  func frames(of file: [UInt8]) throws -> [UInt8] {
    try RINEXNavigation(reading: file).ephemerides.flatMap { try $0.frame() }
  }

  func serve(_ bytes: [UInt8]) -> SharedCaster {
    let mountpoint = Mountpoint(name: "BASE", capture: Capture(bytes))
    let caster = SharedCaster(Caster([mountpoint]), isDriven: true)
    return caster
  }

  @Test("they run")
  func run() throws {
    let temperature = try measureTemperature()
    #expect((-20...45).contains(temperature))
    let bytes = try Fixture.milanBase()
    judge(Array(bytes.prefix(20_000)))
    assemble(Array(bytes.prefix(20_000)))
    #expect(try observationFile(of: Array(bytes.prefix(100_000))).count > 100_000)
    #expect(countObservations(in: []) == 0)
    #expect(serve(bytes).streams.count == 1)
  }

  @Test("NMEA")
  func readsSentence() {
    let place = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170)
    let line = GGASentence(position: place, quality: .rtkFixed).encode()
    if let sentence = NMEASentence(decoding: line.span) {
      print(sentence.type ?? "", sentence.latitude(at: 2) ?? 0)  // GGA 45.478
    }
  }

  @Test func tellsAForeignPart() {
    let bus = ScriptedBus([.read([0x58], after: [0xD0])], at: .bme280) { Issue.record("\($0)") }
    var sensor = BME280(on: bus)
    var delay = RecordingDelay()
    #expect(throws: BME280Error.self) { try sensor.start(delay: &delay) }
    #expect(bus.isUsedUp)
  }

  @Test("NtripProtocol")
  func converses() throws {
    var session = NtripClientSession(to: try NtripURL("ntrip://rover:secret@host/MOUNT"), at: .zero)
    let toSend = session.takeOutput()  // the request
    let answer = Array("ICY 200 OK\r\n\r\n".utf8)  // what came back
    session.receive(answer.span, at: .milliseconds(80)) { bytes in print(bytes.count) }
    print(session.state)  // streaming(one)
    #expect(!toSend.isEmpty)
  }

  @Test("a machine drives a transport of one's own")
  func drivesTransport() throws {
    let caster = serve(try Fixture.milanBase())
    let url = try NtripURL("ntrip://localhost/BASE")

    var machine = NtripClientMachine(to: url, seed: 1)
    var connection: Caster.ConnectionID?
    var (now, byteCount) = (Duration.zero, 0)
    while now < .seconds(5) {
      switch machine.nextAction(at: now) {
      case .connect: machine.connected(at: now)
      case .send(let bytes):
        if let connection {
          caster.receive(bytes, from: connection, at: now)
        } else {
          connection = caster.connect(saying: bytes, at: now)
        }
      case .close:
        if let open = connection { _ = caster.disconnect(open) }
        connection = nil
        machine.disconnected(at: now) { _ in }
      case .wait:
        now += .milliseconds(100)
        caster.advance(to: now)
        guard let connection else { continue }
        let bytes = caster.takeOutput(of: connection).bytes
        machine.received(bytes.span, at: now) { part in byteCount += part.count }
      }
    }
    print(machine.status, byteCount)
    #expect(byteCount > 5000 && machine.failure == nil)
  }
}
