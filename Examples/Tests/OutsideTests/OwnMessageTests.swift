import RTCMParser
import RTCMTestKit
import RTCMText
import Testing

/// The message that RTCMParser's page "Adding a message" declares.
struct StationWeather: FieldList, Equatable {
  static let messageType: UInt16 = 4095
  var stationID: UInt16 = 0
  var temperature: Double?
  var humidity = 0.0

  mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df003, &stationID)
    try coder.quantity(.temperature, &temperature)
    try coder.quantity(.humidity, &humidity)
  }
}

extension DataField {
  static let temperature = DataField(
    name: "temperature", kind: .signed, bitCount: 12, stepsPerUnit: 10, unit: .celsius,
    notAvailable: 0x800)
  static let humidity = DataField(
    name: "humidity", kind: .unsigned, bitCount: 8, stepsPerUnit: 2, unit: .percent)
}

@Suite("A message of one's own, from outside")
struct OwnMessageTests {
  let weather = StationWeather(stationID: 2003, temperature: -3.2, humidity: 68.5)

  @Test("is framed, found in a stream and decoded beside the standard's")
  func travels() throws {
    let stream = try SampleMessages.all(ofType: 1005)[0].frame() + weather.frame()
    var (scanner, found): (_, [StationWeather]) = (FrameScanner(), [])
    try scanner.consume(stream.span) { frame in
      guard frame.messageType == StationWeather.messageType else { return }
      found.append(try StationWeather(decoding: frame.payload))
    }
    #expect(found == [weather])
  }

  func show(_ bytes: [UInt8]) {
    var scanner = FrameScanner()
    scanner.consume(bytes.span) { frame in
      guard frame.messageType == StationWeather.messageType else { return }
      do {
        print(try StationWeather(decoding: frame.payload))
      } catch {
        print("at byte \(frame.offset): \(error)")
      }
    }
  }

  @Test("is text and JSON")
  func isDescribed() throws {
    let description = try MessageDescription(of: weather)
    let json = try weather.json()
    #expect(
      json
        == #"{"message_type":4095,"station_id":2003,"temperature_celsius":-3.2,"#
        + #""humidity_percent":68.5}"#)
    #expect(description.table().contains("-3.2 °C"))
  }

  @Test("says which field is missing or too narrow")
  func namesFields() throws {
    let payload = try weather.encode().dropLast(3)
    #expect {
      try StationWeather(decoding: Array(payload).span)
    } throws: { error in
      "\(error)".contains("needs 12 bits for temperature")
    }
    #expect {
      try StationWeather(humidity: 300).encode()
    } throws: { error in
      "\(error)" == "message 4095: 300.0 does not fit humidity; give 0.0...127.5"
    }
  }

  @Test("is found by a receiver however damaged the stream")
  func survivesDamage() throws {
    try StreamVerifier().verify(mixing: [weather.frame(), weather.frame()]) { pieces in
      var receiver = Receiver()
      for piece in pieces { receiver.take(piece) }
      receiver.finish()
      return receiver.frames
    }
  }
}
