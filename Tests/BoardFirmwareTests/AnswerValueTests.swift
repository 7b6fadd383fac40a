import GNSSBasics
import BoardFirmware
import Mathematics
import NtripProtocol
import Testing

/// Every value of the snapshot is different, so that none can appear in the place of another.
@Suite("Values and their places in the answers")
struct AnswerValueTests {
  private static func body(
    _ path: String, of snapshot: BoardSnapshot = snapshot, at now: Duration = .seconds(101)
  ) -> String {
    var page = LegacyPage()
    let answer = DataServer.answer(
      to: HTTPRequest(.get, path), from: snapshot, at: now,
      configuration: DataServerConfiguration(), legacyPage: &page)
    return String(decoding: answer.body, as: UTF8.self)
  }

  private static let snapshot: BoardSnapshot = {
    var snapshot = Samples.fixed
    snapshot.measurement.record(Samples.air, at: .milliseconds(99_900))
    snapshot.measurement.record(Samples.gas, at: .milliseconds(99_800))
    snapshot.measurement.record(Samples.particulates, at: .milliseconds(99_700))
    snapshot.measurement.record(Samples.coordinates, at: .milliseconds(99_600))
    snapshot.measurement[.light] = Timed(1234.5, at: .milliseconds(99_500))
    snapshot.gnss.meanSeaLevelHeight = 115.1456
    snapshot.gnss.verticalAccuracy = 0.0211
    snapshot.corrections.link.error = "the caster is gone"
    snapshot.corrections.bytesDropped = 10
    snapshot.corrections.badCRC = 5
    snapshot.corrections.frameBytes = 571
    snapshot.corrections.otherBytes = 29
    snapshot.sensors["bme280"]?.state = .ok
    snapshot.sensors["bme280"]?.starts = 6
    snapshot.sensors["bme280"]?.lastValue = .milliseconds(99_900)
    snapshot.sensors["ccs811"]?.state = .failed
    snapshot.sensors["ccs811"]?.starts = 7
    snapshot.sensors["ccs811"]?.error = "no answer"
    snapshot.sensors["sps30"]?.starts = 8
    snapshot.sensors["ublox"]?.starts = 9
    return snapshot
  }()

  @Test("the measurement has each field's value, unit, provenance and age")
  func measurement() {
    let fields = [
      #""temperature","value":23.41,"unit":"°C","provenance":"measured","age":1.100"#,
      #""humidity","value":45.23,"unit":"%RH","provenance":"measured","age":1.100"#,
      #""pressure","value":100653.27,"unit":"Pa","provenance":"measured","age":1.100"#,
      #""altitude","value":56.07,"unit":"m","provenance":"derived","age":1.100"#,
      #""tvocs","value":12,"unit":"ppb","provenance":"measured","age":1.200"#,
      #""eco2","value":412,"unit":"ppm","provenance":"measured","age":1.200"#,
      #""pm05","value":1.70,"unit":"µg/m³","provenance":"derived","age":1.300"#,
      #""pm1","value":4.00,"unit":"µg/m³","provenance":"measured","age":1.300"#,
      #""pm25","value":5.10,"unit":"µg/m³","provenance":"measured","age":1.300"#,
      #""pm4","value":5.20,"unit":"µg/m³","provenance":"measured","age":1.300"#,
      #""pm10","value":5.25,"unit":"µg/m³","provenance":"measured","age":1.300"#,
      #""latitude","value":45.478129100,"unit":"°","provenance":"measured","age":1.400"#,
      #""longitude","value":9.227790700,"unit":"°","provenance":"measured","age":1.400"#,
      ##""pm05_number","value":30.75,"unit":"#/cm³","provenance":"measured","age":1.300"##,
      #""light","value":1234.50,"unit":"lx","provenance":"measured","age":1.500"#,
    ]
    #expect(
      Self.body("/api/v1/measurement") == #"{"board_time":101.000,"#
        + #""time_utc":"2026-06-01T12:01:41.000Z","fields":["#
        + fields.map { #"{"name":\#($0)}"# }.joined(separator: ",") + "]}")
  }

  @Test("the status has each member's value")
  func status() {
    let members = [
      #""board_time":101.000,"time_utc":"2026-06-01T12:01:41.000Z","uptime":1.000"#,
      #""gnss":{"board_time":100.000,"fix":"rtk-fixed","reason":"a \"quoted\" reason""#,
      #""latitude":45.478129100,"longitude":9.227790700,"height":162.3450"#,
      #""mean_sea_level_height":115.1456,"horizontal_accuracy":0.0140"#,
      #""vertical_accuracy":0.0211,"satellites":21,"correction_age":1.250,"station_id":2003"#,
      #""baseline":1000.250,"heading":123.46,"heading_accuracy":0.12,"antenna_distance":1.0100"#,
      #""model":"a model","ratio":12.3,"used":["E12","G05"]"#,
      #""left_out":["G25: below the elevation mask"]}"#,
      #""ntrip":{"state":"streaming","mountpoint":"BASE","bytes":600,"bytes_received":600"#,
      #""bytes_written":590,"bytes_dropped":10,"frames":{"1005":1,"1077":2},"total_frames":3"#,
      #""frame_bytes":571,"other_bytes":29,"bad_crc":5,"reconnects":1"#,
      #""error":"the caster is gone"}"#,
      #""sensors":{"bme280":{"state":"ok","age":1.100,"starts":6,"error":null}"#,
      #""ccs811":{"state":"failed","age":null,"starts":7,"error":"no answer"}"#,
      #""sps30":{"state":"starting","age":null,"starts":8,"error":null}"#,
      #""bh1750":{"state":"starting","age":null,"starts":0,"error":null}"#,
      #""ublox":{"state":"starting","age":null,"starts":9,"error":null}}"#,
      #""card":{"state":"failed","file":"20260601.CSV","lines":49,"lost_lines":1"#,
      #""error":"the card is full; make room, or put in another"}"#,
      #""wifi":{"state":"searching","ssid":"phone","address":null,"joins":3,"error":"gone"}"#,
      #""bus":{"transfers":1234,"nacks":5},"findings":["#
        + #"{"board_time":12.345678,"transfer":77,"part":"bme280","what":"reads too early""#
        + #","remedy":"wait","section":"§5","count":2}]"#,
    ]
    #expect(Self.body("/api/v1/status") == "{" + members.joined(separator: ",") + "}")
  }

  @Test("each metric has its value")
  func metrics() {
    let samples = Self.body("/metrics").split(separator: "\n").filter { !$0.hasPrefix("#") }
    let expected = """
      board_time_seconds 101.000
      temperature_celsius 23.41
      relative_humidity_percent 45.23
      pressure_pascals 100653.27
      altitude_meters 56.07
      tvoc_ppb 12
      eco2_ppm 412
      pm05_particles_per_cubic_centimeter 30.75
      latitude_degrees 45.478129100
      longitude_degrees 9.227790700
      illuminance_lux 1234.50
      particulate_micrograms_per_cubic_meter{size="0.5"} 1.70
      particulate_micrograms_per_cubic_meter{size="1"} 4.00
      particulate_micrograms_per_cubic_meter{size="2.5"} 5.10
      particulate_micrograms_per_cubic_meter{size="4"} 5.20
      particulate_micrograms_per_cubic_meter{size="10"} 5.25
      value_age_seconds{field="temperature"} 1.100
      value_age_seconds{field="humidity"} 1.100
      value_age_seconds{field="pressure"} 1.100
      value_age_seconds{field="altitude"} 1.100
      value_age_seconds{field="tvocs"} 1.200
      value_age_seconds{field="eco2"} 1.200
      value_age_seconds{field="pm05"} 1.300
      value_age_seconds{field="pm1"} 1.300
      value_age_seconds{field="pm25"} 1.300
      value_age_seconds{field="pm4"} 1.300
      value_age_seconds{field="pm10"} 1.300
      value_age_seconds{field="latitude"} 1.400
      value_age_seconds{field="longitude"} 1.400
      value_age_seconds{field="pm05_number"} 1.300
      value_age_seconds{field="light"} 1.500
      gnss_fix 4
      gnss_satellites 21
      gnss_height_meters 162.3450
      gnss_horizontal_accuracy_meters 0.0140
      gnss_correction_age_seconds 1.250
      gnss_baseline_meters 1000.250
      gnss_heading_degrees 123.46
      ntrip_streaming 1
      ntrip_reconnects_total 1
      correction_bytes_total{stage="link"} 600
      correction_bytes_total{stage="received"} 600
      correction_bytes_total{stage="written"} 590
      correction_bytes_total{stage="dropped"} 10
      rtcm_frames_total{type="1005"} 1
      rtcm_frames_total{type="1077"} 2
      rtcm_bad_crc_total 5
      sensor_up{sensor="bme280"} 1
      sensor_up{sensor="ccs811"} 0
      sensor_up{sensor="sps30"} 0
      sensor_up{sensor="bh1750"} 0
      sensor_up{sensor="ublox"} 0
      sensor_starts_total{sensor="bme280"} 6
      sensor_starts_total{sensor="ccs811"} 7
      sensor_starts_total{sensor="sps30"} 8
      sensor_starts_total{sensor="bh1750"} 0
      sensor_starts_total{sensor="ublox"} 9
      card_lines_total 49
      card_lost_lines_total 1
      wifi_joins_total 3
      bus_transfers_total 1234
      bus_nacks_total 5
      """
    #expect(
      samples.joined(separator: "\n")
        == expected.split(separator: "\n")
        .map { "boardsim_\($0)" }.joined(separator: "\n"))
  }

  @Test("what nothing has delivered has no metric")
  func metricsAtBoot() {
    let text = Self.body("/metrics", of: BoardSnapshot(bootDate: Samples.bootDate))
    for name in ["temperature", "particulate", "gnss_satellites", "gnss_correction_age"] {
      #expect(!text.contains("boardsim_\(name)"), "\(name)")
    }
    #expect(text.contains("\nboardsim_ntrip_streaming 0\n"))
  }

  @Test("states have the names that the answers' readers know")
  func names() {
    let fixes = GNSSFix.allCases
    #expect(fixes.map(\.name) == ["none", "3d", "dgnss", "rtk-float", "rtk-fixed"])
    #expect(fixes == fixes.sorted() && fixes[1] < fixes[2])
    let sensors: [SensorStatus.State] = [.starting, .ok, .failed]
    #expect(sensors.map(\.name) == ["starting", "ok", "failed"])
    let cards: [CardStatus.State] = [.starting, .absent, .ok, .failed]
    #expect(cards.map(\.name) == ["starting", "absent", "ok", "failed"])
    let dialects = DataServerConfiguration.Dialect.allCases
    #expect(dialects.map(\.name) == ["moqa", "air-quality", "legacy-html"])
    #expect(dialects.map { DataServerConfiguration.Dialect(name: $0.name) } == dialects)
    #expect(DataServerConfiguration.Dialect(name: "MOQA") == nil)
  }

  @Test("values are stale after two samples, and after two seconds more than one")
  func staleAfter() {
    let limits = [1, 2, 10].map { seconds in
      var snapshot = BoardSnapshot(bootDate: Samples.bootDate)
      snapshot.sampleInterval = .seconds(seconds)
      return snapshot.staleAfter
    }
    #expect(limits == [.seconds(3), .seconds(4), .seconds(20)])
  }
}
