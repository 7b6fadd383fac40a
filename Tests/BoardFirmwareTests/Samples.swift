import BoardFirmware
import GNSSBasics
import NtripProtocol
import RTCMParser

/// Snapshots with known values.
enum Samples {
  /// The date of boot, 2026-06-01T12:00:00Z.
  static let bootDate = UnixTime(seconds: 1_780_315_200)

  /// A board at 100 s, all of whose parts have just delivered values.
  static let complete: BoardSnapshot = {
    var snapshot = BoardSnapshot(boardTime: .seconds(100), bootDate: bootDate)
    let time = Duration.seconds(100)
    for reading in [air, gas, particulates, coordinates] {
      snapshot.measurement.record(reading, at: time)
    }
    return snapshot
  }()

  static let air: SensorReading = [
    .temperature: 23.406, .humidity: 45.234, .pressure: 100_653.267, .altitude: 56.0718,
  ]
  static let gas: SensorReading = [.tvocs: 12, .eco2: 412]
  static let particulates: SensorReading = [
    .pm05: 1.700475, .pm1: 4, .pm25: 5.104, .pm4: 5.2, .pm10: 5.25, .pm05Number: 30.75,
  ]
  static let coordinates: SensorReading = [.latitude: 45.4781291, .longitude: 9.2277907]
}

extension Samples {
  /// The board of `complete`, with a fixed solution, corrections and a card that is full.
  static let fixed: BoardSnapshot = {
    var snapshot = complete
    snapshot.gnss.fix = .rtkFixed
    snapshot.gnss.reason = "a \"quoted\" reason"
    snapshot.gnss.position = Timed(
      GeodeticPosition(latitude: 45.4781291, longitude: 9.2277907, height: 162.345),
      at: .seconds(100))
    snapshot.gnss.horizontalAccuracy = 0.014
    snapshot.gnss.satellites = 21
    snapshot.gnss.correctionsUsed = .milliseconds(99_750)
    snapshot.gnss.stationID = 2003
    snapshot.gnss.baseline = 1000.25
    snapshot.gnss.heading = Timed(
      GNSSStatus.Heading(degrees: 123.4567, accuracy: 0.123, distance: 1.01), at: .seconds(100))
    snapshot.gnss.model = "a model"
    snapshot.gnss.solution = GNSSStatus.Details(
      ratio: 12.34, used: ["E12", "G05"], leftOut: ["G25: below the elevation mask"])
    snapshot.corrections.link = NtripLinkStatus(
      state: .streaming, mountpoint: "BASE", bytes: 600, reconnects: 1)
    snapshot.corrections.bytesReceived = 600
    snapshot.corrections.bytesWritten = 590
    for type in [1077, 1005, 1077] as [UInt16] { snapshot.corrections.frames.count(type) }
    snapshot.card.state = .failed
    snapshot.card.file = "20260601.CSV"
    snapshot.card.lines = 49
    snapshot.card.lostLines = 1
    (snapshot.bus.transfers, snapshot.bus.nacks) = (1234, 5)
    snapshot.wifi = WiFiStatus(ssid: "phone")
    (snapshot.wifi.state, snapshot.wifi.joins, snapshot.wifi.error) = (.searching, 3, "gone")
    var finding = DriverFinding(
      time: .microseconds(12_345_678), transfer: 77, part: "bme280", what: "reads too early",
      remedy: "wait", section: "§5")
    finding.count = 2
    snapshot.findings = [finding]
    snapshot.card.error = CardError.full.description
    return snapshot
  }()
}
