import RTCMParser
import Testing

/// A message as another package may declare it: a count wider than any in the standard, a text, groups.
private struct StationWeather: FieldList, Equatable {
  struct Gust: Equatable {
    var speed = 0.0
    var isExtreme = false
  }

  static let messageType: UInt16 = 4095
  var stationID: UInt16 = 0
  var temperature: Double?
  var trend: Int8?
  var place = DescriptorText("")
  var gusts: [Gust] = []
  var trailingBits = TrailingBits()

  mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df003, &stationID)
    try coder.quantity(.temperature, &temperature)
    try coder.integer(.trend, &trend)
    try coder.text(count: .placeCount, characters: .place, &place)
    try coder.list(&gusts, count: .gustCount, of: Gust()) { (gust, coder) throws(Coder.Failure) in
      coder.beginGroup("gust", satelliteID: nil)
      try coder.quantity(.gustSpeed, &gust.speed)
      try coder.flag(.gustIsExtreme, &gust.isExtreme)
      coder.endGroup()
    }
    try coder.trailing(&trailingBits)
  }
}

extension DataField {
  fileprivate static let temperature = DataField(
    name: "temperature", kind: .signed, bitCount: 12, stepsPerUnit: 10, unit: .celsius,
    notAvailable: 0x800)
  fileprivate static let trend = DataField(
    name: "trend", kind: .signMagnitude, bitCount: 5, notAvailable: 0x10)
  fileprivate static let placeCount = DataField(
    name: "place_count", kind: .unsigned, bitCount: 64)
  fileprivate static let place = DataField(name: "place", kind: .unsigned, bitCount: 8)
  fileprivate static let gustCount = DataField(name: "gust_count", kind: .signed, bitCount: 32)
  fileprivate static let gustSpeed = DataField(
    name: "speed", kind: .unsigned, bitCount: 10, stepsPerUnit: 10, unit: .metresPerSecond)
  fileprivate static let gustIsExtreme = DataField(
    name: "is_extreme", kind: .unsigned, bitCount: 1)
}

@Suite("A message of one's own")
struct OwnMessageTests {
  private static let weather = StationWeather(
    stationID: 2003, temperature: -3.2, trend: -5, place: "Milano",
    gusts: [.init(speed: 12.3, isExtreme: false), .init(speed: 33.1, isExtreme: true)])

  private static func decoded(_ payload: [UInt8]) throws -> StationWeather {
    try StationWeather(decoding: payload.span)
  }

  @Test("comes back from its payload, bits behind it included")
  func comesBack() throws {
    let payload = try Self.weather.encode()
    #expect(payload.count * 8 - (12 + 12 + 12 + 5 + 64 + 6 * 8 + 32 + 2 * 11) < 8)
    #expect(try Self.decoded(payload) == Self.weather)
    let longer = payload + [0xAB, 0xCD]
    #expect(try Self.decoded(longer).encode() == longer)
    #expect(try Self.decoded(StationWeather().encode()) == StationWeather())
  }

  @Test("its frame is found, and is another message's payload to RTCMMessage")
  func frames() throws {
    let frame = try Self.weather.frame()
    var (scanner, found): (_, [RTCMMessage]) = (FrameScanner(), [])
    try scanner.consume(frame.span) { found.append(try RTCMMessage(decoding: $0.payload)) }
    #expect(found == [.other(type: 4095, payload: try Self.weather.encode())])
    #expect(found.first?.messageType == Self.weather.messageType)
    #expect(try found.first?.frame() == frame)
  }

  @Test("is shown field by field")
  func isDescribed() throws {
    var fields = FieldCollector()
    try Self.weather.describe(to: &fields)
    #expect(fields.named["message_type"] == 4095)
    #expect(fields.named["temperature"] == -3.2)
    #expect(fields.groups == ["gust": 2])
  }

  @Test("a payload cut anywhere says which field it lacks, and where")
  func namesMissingField() throws {
    let payload = try Self.weather.encode()
    for count in 0..<payload.count {
      let error = #expect(throws: RTCMDecodingError.self) {
        try Self.decoded(Array(payload.prefix(count)))
      }
      #expect((error?.field == nil) == (error?.fieldName != nil))
    }
    let error = #expect(throws: RTCMDecodingError.self) {
      try Self.decoded(Array(payload.prefix(4)))
    }
    #expect(error?.fieldName == "temperature")
    #expect(
      error?.description
        == "message 4095: needs 12 bits for temperature at bit 24, 8 left; "
        + "pass the whole payload from DF002")
  }

  @Test("a value that does not fit says which field it is")
  func namesNarrowField() {
    var weather = Self.weather
    weather.temperature = 999
    var error = #expect(throws: RTCMEncodingError.self) { try weather.encode() }
    #expect(error?.fieldName == "temperature")
    #expect(
      error?.description == "message 4095: 999.0 does not fit temperature; give -204.7...204.7")
    weather = Self.weather
    weather.stationID = 5000
    error = #expect(throws: RTCMEncodingError.self) { try weather.encode() }
    #expect(error?.field == 3)
    #expect(error?.fieldName == nil)
  }

  @Test("another type is refused")
  func refusesOtherType() throws {
    let payload = try UBloxMessage(subtype: 1).encode()
    let error = #expect(throws: RTCMDecodingError.self) { try Self.decoded(payload) }
    #expect(error?.reason == .unexpectedMessageType)
    #expect(error?.messageType == 4072)
  }

  /// Hostile bits of the character count and of the gust count, and the first field then missing.
  static let hostileCounts: [(places: UInt64, gusts: UInt64, missing: FixedText)] = [
    (.max, 0, "place"), (1 << 62, 0, "place"), (100_000, 0, "place"),
    (0, 0x7FFF_FFFF, "speed"), (0, 50_000, "speed"),
  ]

  @Test("no count asks for more than the payload can hold", arguments: hostileCounts)
  func survivesHostileCounts(places: UInt64, gusts: UInt64, missing: FixedText) throws {
    var writer = BitWriter()
    writer.append(4095, count: 12)
    writer.append(0, count: 12 + 12 + 5)
    writer.append(places, count: 64)
    writer.append(gusts, count: 32)
    let payload = writer.bytes + [0, 0, 0]
    let error = #expect(throws: RTCMDecodingError.self) { try Self.decoded(payload) }
    #expect(error?.fieldName == missing)
  }

  @Test("a negative count is no element")
  func takesNegativeCount() throws {
    var writer = BitWriter()
    writer.append(4095, count: 12)
    writer.append(0, count: 12 + 12 + 5 + 32)
    writer.append(0, count: 32)
    writer.append(UInt64(UInt32.max), count: 32)
    #expect(try Self.decoded(writer.bytes).gusts.isEmpty)
  }
}

@Suite("Data fields of one's own")
struct OwnDataFieldTests {
  @Test("are equal to another of the same layout, and to none else")
  func compares() {
    let field = DataField(
      number: 25, name: "ecef_x", kind: .signed, bitCount: 38, stepsPerUnit: 10_000, unit: .metres)
    #expect(field == .df025)
    #expect(field.hashValue == DataField.df025.hashValue)
    #expect(field != .df026)
    let names: Set<DataField> = [.df025, .df026, .df027, field]
    #expect(names.count == 3)
  }

  @Test("names are equal by their characters")
  func comparesNames() {
    let (name, other): (FixedText, FixedText) = ("station_id", "station")
    #expect(name == DataField.df003.name)
    #expect(name.hashValue == DataField.df003.name.hashValue)
    #expect(name != other)
    #expect("\(name)" == "station_id")
    #expect(FixedText("").isEmpty)
    #expect(!name.isEmpty)
  }

  @Test("one that no bits can hold traps")
  func trapsOnWidth() async {
    await #expect(processExitsWith: .failure) {
      _ = DataField(name: "wide", kind: .unsigned, bitCount: 65)
    }
    await #expect(processExitsWith: .failure) {
      _ = DataField(name: "narrow", kind: .unsigned, bitCount: 3, notAvailable: 8)
    }
  }
}
