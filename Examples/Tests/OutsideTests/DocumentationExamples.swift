import BoardSimulation
import NtripClient
import NtripProtocol
import RTCMJSON
import RTCMStreams
import RTCMTestKit
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

  @Test("RTCMParser: Reading a stream")
  func readsChunks() throws {
    let chunks = try Self.oneFrame().map { [$0] }
    var scanner = FrameScanner()
    for chunk in chunks {
      scanner.consume(chunk.span) { frame in print(frame.offset, frame.messageType ?? 0) }
    }
    scanner.finish { frame in print(frame.offset, frame.messageType ?? 0) }
    print(scanner.counts.frames, "frames,", scanner.counts.badCRC, "with a bad CRC")
    #expect(scanner.counts.frameBytes + scanner.counts.otherBytes == scanner.counts.bytes)
  }

  @Test("RTCMParser: When something is wrong")
  func reportsWhatIsWrong() throws {
    let bytes = try RTCMFrame.encoding(payload: [0x3E, 0xD7, 0xD3].span) + Self.oneFrame()
    var scanner = FrameScanner()
    var messages: [RTCMMessage] = []
    scanner.consume(bytes.span) { frame in
      do {
        messages.append(try RTCMMessage(decoding: frame.payload))
      } catch {
        print("at byte \(frame.offset): \(error)")
      }
    }
    #expect(messages.count == 1 && scanner.counts.frames == 2)
  }

  @Test("RTCMParser: Values and time")
  func resolvesTime() throws {
    let bytes = try Self.observations()
    var scanner = FrameScanner()
    try scanner.consume(bytes.span) { frame in
      let view = try MSMView(decoding: frame.payload)
      view.forEachCell { cell in
        print(cell.satelliteID, cell.signalID)  // as the masks number them
        print(cell.pseudorange ?? .nan)  // metres
        print(cell.signal.finePseudorange ?? 0)  // steps of 2⁻²⁹ ms in MSM7, 2⁻²⁴ ms in MSM4
      }
      let received = GPSTime(UnixTime(seconds: 1_780_315_218)) ?? GPSTime(nanoseconds: 0)
      if let time = view.header.epoch.gpsTime(near: received) {
        print(time.week, time.millisecondsOfWeek, time.unixTime)
      }
      #expect(
        abs(view.header.epoch.gpsTime(near: received)?.seconds(since: received) ?? .infinity)
          <= 302_400)
    }
  }

  @Test("RTCMParser: an epoch")
  func assemblesEpochs() throws {
    let bytes = try Self.observations()
    var scanner = FrameScanner()
    var assembler = EpochAssembler(near: GPSTime(week: 2421, secondsOfWeek: 129_600))
    var epochs = 0
    scanner.consume(bytes.span) { frame in
      guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
      assembler.add(message) { epoch in print(epoch.time.week, epoch.observations.count) }
    }
    assembler.finish { epoch in
      print(epoch.time.week, epoch.observations.count)
      epochs += 1
    }
    #expect(epochs == 1)
  }

  @Test("RTCMJSON")
  func readsJSON() throws {
    let line = #"""
      {"message":{"message_type":1006,"station_id":7,"itrf_realization_year":0,"has_gps":1,
       "has_glonass":1,"has_galileo":1,"is_non_physical":0,"ecef_x_metres":4421984.986,
       "has_single_oscillator":1,"ecef_y_metres":718581.5716,"quarter_cycle_indicator":0,
       "ecef_z_metres":4524876.2781,"antenna_height_metres":1.5}}
      """#
    #expect(try frame(fromLine: line).count == 27)
  }

  func frame(fromLine line: String) throws -> [UInt8] {
    try RTCMMessage(json: Array(line.utf8)).frame()
  }

  @Test("RTCMTestKit")
  func mixesStreams() throws {
    var receiver = Receiver()
    var stream = TestStream()
    stream.append(.falsePreamble, seed: 1)
    try stream.append(SampleMessages.all(ofType: 1077)[0])
    for chunk in stream.chunks(seed: 2, longest: 64) { receiver.take(chunk) }
    receiver.finish()
    #expect(receiver.frames == stream.frames.map(\.bytes))
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
    for try await frame in NtripStream(from: url).frames {
      print(frame.messageType ?? 0, frame.bytes.count)
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

  /// A stream of one message of observations.
  static func observations() throws -> [UInt8] {
    try SampleMessages.all(ofType: 1077).flatMap { try $0.frame() }
  }

  func printMessages(of stream: [UInt8]) throws {
    var scanner = FrameScanner()
    try scanner.consume(stream.span) { frame in print(try FrameDescription(of: frame).table) }
  }
}

/// A receiver as it should be.
struct Receiver {
  private var scanner = FrameScanner()
  private(set) var frames: [[UInt8]] = []

  mutating func take(_ bytes: [UInt8]) {
    scanner.consume(bytes.span) { frame in
      frames.append(Array(frame.bytes))
    }
  }

  mutating func finish() {
    scanner.finish { frame in frames.append(Array(frame.bytes)) }
  }
}
