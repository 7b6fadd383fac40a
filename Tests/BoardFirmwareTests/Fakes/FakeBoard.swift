import BoardFirmware
import NtripProtocol
import SensorDrivers

/// A link that delivers the bytes of a test, and records the reported positions.
final class FakeLink: CorrectionLink {
  /// The bytes, by the board time of their arrival.
  var arrivals: [(time: Duration, bytes: [UInt8])] = []
  private(set) var reports: [(time: Duration, sentence: GGASentence)] = []
  private(set) var delivered = 0

  func receive(into buffer: inout [UInt8], at now: Duration) {
    while let first = arrivals.first, first.time <= now {
      buffer += first.bytes
      delivered += first.bytes.count
      arrivals.removeFirst()
    }
  }

  func report(position: GGASentence, at now: Duration) { reports.append((now, position)) }

  func status(at now: Duration) -> NtripLinkStatus {
    NtripLinkStatus(state: .streaming, mountpoint: "BASE", bytes: Int64(delivered))
  }
}

/// A card in memory, which a test can break.
final class FakeCard: CardWriter {
  var files: [String: [UInt8]] = [:]
  var error: CardError?

  func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError) {
    if let error { throw error }
    if files[name] == nil { files[name] = Array(header) }
    files[name]?.append(contentsOf: Array(line))
  }

  func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8] {
    if let error { throw error }
    return Array((files[name] ?? []).suffix(count))
  }

  /// Returns the lines of a file, without their line feeds.
  func lines(of name: String) -> [String] {
    String(decoding: files[name] ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// A firmware whose bus, parts, clock, link and card are fakes.
final class FakeBoard {
  let clock = FakeClock()
  let bus: FakeBus
  let bme280 = FakeBME280()
  let ccs811 = FakeCCS811()
  let sps30 = FakeSPS30()
  let bh1750 = FakeBH1750()
  let receiver = FakeReceiver()
  let link = FakeLink()
  let card: FakeCard
  private var firmware: Firmware<StandardParts<FakeBus>, FakeClock, FakeLink, FakeCard>

  static let addresses = (
    bme280: I2CAddress(rawValue: 0x77), ccs811: I2CAddress(rawValue: 0x5B),
    sps30: I2CAddress(rawValue: 0x69), bh1750: I2CAddress(rawValue: 0x23),
    receiver: I2CAddress(rawValue: 0x42)
  )

  init(
    bootDate: UnixTime = Samples.bootDate, sampleInterval: Duration = .seconds(2),
    card: FakeCard = FakeCard()
  ) {
    self.card = card
    bus = FakeBus(clock: clock)
    bus.devices = [
      Self.addresses.bme280: bme280, Self.addresses.ccs811: ccs811, Self.addresses.sps30: sps30,
      Self.addresses.bh1750: bh1750, Self.addresses.receiver: receiver,
    ]
    firmware = Firmware(
      bus: bus, clock: clock, link: link, card: card,
      configuration: FirmwareConfiguration(bootDate: bootDate, sampleInterval: sampleInterval))
  }

  var snapshot: BoardSnapshot { firmware.snapshot }

  @discardableResult
  func run(until time: Duration) -> Duration { firmware.run(until: time) }

  /// Makes every part that can answer without a value do so, or deliver values again.
  func deliver(_ delivers: Bool) {
    (ccs811.delivers, sps30.delivers, receiver.delivers) = (delivers, delivers, delivers)
  }

  /// The present text in the default dialect.
  var text: String {
    var page = LegacyPage()
    let answer = DataServer.answer(
      to: HTTPRequest(.get, "/"), from: snapshot, at: clock.now,
      configuration: DataServerConfiguration(), legacyPage: &page)
    return String(decoding: answer.body, as: UTF8.self)
  }
}
