import Foundation
import GNSSBasics
import Testing

@testable import OpenData

@Suite("Stations and sensors")
struct StationTests {
  private let portal = Portal()

  /// Returns the sensors as MOQA lists them: only the province of Milan, types renamed, stably sorted by
  /// name.
  private func asMOQA(_ target: String) throws -> [[String: Any]] {
    var kept = try portal.features(target).filter { $0["provincia"] as? String == "MI" }
    for index in kept.indices {
      if let type = kept[index]["tipologia"] { kept[index]["nometiposensore"] = type }
    }
    // Swift's sort is stable, and JavaScript compares UTF-16 units.
    return kept.sorted { a, b in
      let (a, b) = (a["nomestazione"] as? String ?? "", b["nomestazione"] as? String ?? "")
      return a.utf16.lexicographicallyPrecedes(b.utf16)
    }
  }

  @Test(
    "MOQA's pinned weather sensors are what its screenshot shows",
    arguments: [
      (28, "Milano Lambrate", "Temperatura", "2001"),
      (40, "Milano v.Brera", "Direzione Vento", nil),
      (41, "Milano v.Brera", "Umidità Relativa", nil),
      (42, "Milano v.Confalonieri", "Precipitazione", nil),
      (43, "Milano v.Feltre", "Temperatura", "8162"),
      (44, "Milano v.Juvara", "Umidità Relativa", nil),
      (45, "Milano v.Juvara", "Precipitazione", nil),
      (46, "Milano v.Juvara", "Direzione Vento", nil),
      (47, "Milano v.Juvara", "Temperatura", "5909"),
    ] as [(Int, String, String, String?)])
  func pinnedWeather(index: Int, station: String, type: String, id: String?) throws {
    let list = try asMOQA("nf78-nj6b.geojson")
    #expect(list.count >= 48)
    let sensor = try #require(list.dropFirst(index).first)
    #expect(sensor["nomestazione"] as? String == station)
    #expect(sensor["nometiposensore"] as? String == type)
    if let id { #expect(sensor["idsensore"] as? String == id) }
  }

  @Test(
    "MOQA's pinned air sensors are of PM10",
    arguments: [(114, "Milano Pascal Città Studi", "10273"), (127, "Milano via Senato", "10320")])
  func pinnedAir(index: Int, station: String, id: String) throws {
    let list = try asMOQA("ib47-atvt.geojson")
    #expect(list.count >= 128)
    let sensor = try #require(list.dropFirst(index).first)
    #expect(sensor["nomestazione"] as? String == station)
    #expect(sensor["nometiposensore"] as? String == "PM10 (SM2005)")
    #expect(sensor["idsensore"] as? String == id)
  }

  @Test(
    "what is pinned has values now, so the apps show something",
    arguments: ["nf78-nj6b", "ib47-atvt"])
  func pinnedAreOpen(dataSet: String) throws {
    let pinned = dataSet == "nf78-nj6b" ? [28, 43, 44, 47] : [114, 127]
    let data = dataSet == "nf78-nj6b" ? "647i-nhxk" : "nicp-bhqi"
    let list = try asMOQA("\(dataSet).geojson")
    for index in pinned {
      let id = try #require(list[index]["idsensore"] as? String)
      let rows = try portal.rows("\(data).json?idsensore=\(id)")
      #expect(rows.count >= 40 && rows.contains { $0["stato"] == "VA" })
      #expect(list[index]["datastop"] is NSNull)
    }
  }

  /// Returns the rows of a sensor that MOQA shows.
  ///
  /// MOQA's own filter keeps rows whose time, read as a time of the phone's clock, lies within the last 24
  /// hours.
  private func dayOfMOQA(_ id: String, of data: String, at now: UnixTime) throws -> [String] {
    var portal = portal
    portal.now = now
    let rome = try #require(TimeZone(identifier: "Europe/Rome"))
    let date = Date(timeIntervalSince1970: Double(now.nanoseconds) / 1e9)
    let form = Date.ISO8601FormatStyle(timeZone: rome).year().month().day()
      .time(includingFractionalSeconds: true)
    let (first, last) = (date.addingTimeInterval(-86_400).formatted(form), date.formatted(form))
    return try portal.rows("\(data).json?idsensore=\(id)&$limit=200")
      .compactMap { $0["data"] }.filter { (first...last).contains($0) }
  }

  @Test(
    "each sensor that MOQA pins has a row in the app's own 24 hours, at any hour of summer and winter",
    arguments: [1_781_094_896, 1_797_000_000] as [Int64], 0..<24)
  func pinnedInTime(day: Int64, hour: Int64) throws {
    for (dataSet, data, pinned) in [
      ("nf78-nj6b", "647i-nhxk", [28, 43, 44, 47]), ("ib47-atvt", "nicp-bhqi", [114, 127]),
    ] {
      let list = try asMOQA("\(dataSet).geojson")
      for index in pinned {
        let id = try #require(list[index]["idsensore"] as? String)
        let now = UnixTime(seconds: day + hour * 3600)
        #expect(try !dayOfMOQA(id, of: data, at: now).isEmpty, "\(index)")
      }
    }
  }

  @Test("the mean of a day that a pinned sensor tells early stays as it was told")
  func pinnedStays() throws {
    var portal = portal
    let early = try portal.rows("nicp-bhqi.json?idsensore=10273&$limit=1")
    portal.now = portal.now.advanced(by: .seconds(86_400))
    let later = try portal.rows("nicp-bhqi.json?idsensore=10273&$limit=2")
    #expect(later.last == early.first && early.count == 1)
  }

  @Test(
    "Air Quality finds its stations in Milan, without the closed ones",
    arguments: [
      ("Milano Pascal Città Studi", "PM10 (SM2005)", "10273"),
      ("Milano Pascal Città Studi", "Particelle sospese PM2.5", "10283"),
      ("Milano via Senato", "PM10 (SM2005)", "10320"),
      ("Milano via Senato", "Particelle sospese PM2.5", "17122"),
      ("Milano viale Marche", "Particelle sospese PM2.5", "20529"),
      ("Milano Verziere", "Biossido di Azoto", nil),
      ("Milano viale Liguria", "Biossido di Azoto", nil),
      ("Milano P.zza Zavattari", "Biossido di Azoto", nil), ("Milano Parco Lambro", "Ozono", nil),
      ("Milano P.zza Abbiategrasso", "Biossido di Azoto", nil),
    ] as [(String, String, String?)])
  func airQuality(station: String, type: String, id: String?) throws {
    let list = try portal.rows("ib47-atvt.json?%24limit=5000&%24%24app_token=x")
    let kept = list.filter { $0["comune"] == "Milano" && $0["datastop"] == nil }
    #expect(kept.count < list.filter { $0["comune"] == "Milano" }.count)
    let sensor = try #require(
      kept.first { $0["nomestazione"] == station && $0["nometiposensore"] == type })
    if let id { #expect(sensor["idsensore"] == id) }
    #expect(kept.allSatisfy { Int($0["idstazione"] ?? "") != nil }, "it reads them as numbers")
    #expect(Double(sensor["lat"] ?? "") != nil && Double(sensor["lng"] ?? "") != nil)
  }

  @Test(
    "names and units are those that Air Quality knows",
    arguments: [
      ("Ozono", "µg/m³"), ("Biossido di Zolfo", "µg/m³"), ("Biossido di Azoto", "µg/m³"),
      ("Ossidi di Azoto", "µg/m³"), ("Monossido di Carbonio", "mg/m³"),
      ("Particelle sospese PM2.5", "µg/m³"), ("PM10 (SM2005)", "µg/m³"), ("Ammoniaca", "µg/m³"),
      ("Benzene", "µg/m³"), ("BlackCarbon", "µg/m³"),
    ])
  func units(name: String, unit: String) throws {
    let list = try portal.rows("ib47-atvt.json").filter { $0["nometiposensore"] == name }
    #expect(!list.isEmpty && list.allSatisfy { $0["unitamisura"] == unit })
    #expect(list.contains { $0["comune"] == "Milano" && $0["datastop"] == nil })
  }

  @Test(
    "the weather's names and units", arguments: [("Temperatura", "°C"), ("Umidità Relativa", "%")])
  func weatherUnits(name: String, unit: String) throws {
    let list = try portal.rows("nf78-nj6b.json").filter { $0["tipologia"] == name }
    #expect(!list.isEmpty && list.allSatisfy { $0["unit_dimisura"] == unit })
  }

  @Test(
    "the lists of both apps are what the apps make of the portal's rows",
    arguments: OpenDataStation.Network.allCases)
  func lists(network: OpenDataStation.Network) throws {
    let dataSet = network == .weather ? "nf78-nj6b" : "ib47-atvt"
    let asked = try asMOQA("\(dataSet).geojson").map { $0["idsensore"] as? String }
    #expect(StationSensor.listedByMOQA(network).map { "\($0.sensor.id)" } == asked)
    guard network == .air else { return }
    let list = try portal.rows("\(dataSet).json?%24limit=5000")
    let kept = list.filter { $0["comune"] == "Milano" && $0["datastop"] == nil }
    #expect(
      StationSensor.listedByAirQuality.map { "\($0.sensor.id)" } == kept.map { $0["idsensore"] })
  }

  @Test(
    "the newest value of a sensor is the first valid row of the portal, and of a closed one none",
    arguments: [5909, 10273, 10283, 2001, 901_204])
  func newest(sensor: Int) throws {
    let data = try ["647i-nhxk", "nicp-bhqi"].flatMap { name in
      try portal.rows("\(name).json?idsensore=\(sensor)&stato=VA&$limit=1")
    }
    let newest = portal.server.newestValue(of: sensor, at: portal.now)
    #expect(newest?.value == data.first.flatMap { Double($0["valore"] ?? "") })
    #expect((newest == nil) == (sensor == 901_204))
  }

  @Test("Abbiategrasso has weather sensors")
  func abbiategrasso() throws {
    let list = try portal.rows("nf78-nj6b.json?nomestazione=Abbiategrasso")
    #expect(
      Set(list.compactMap { $0["tipologia"] }).isSuperset(of: ["Temperatura", "Umidità Relativa"]))
  }

  @Test("numbers are their sensor's alone; a page takes each whole list, other provinces included")
  func numbers() throws {
    for (dataSet, network) in [
      ("nf78-nj6b", OpenDataStation.weather), ("ib47-atvt", OpenDataStation.air),
    ] {
      let list = try portal.rows("\(dataSet).json")
      #expect(list.count == network.reduce(0) { $0 + $1.sensors.count } && list.count < 1000)
      #expect(Set(list.compactMap { $0["provincia"] }).count > 2)
      #expect(Set(list.compactMap { $0["idstazione"] }).count == network.count)
    }
    let ids = (OpenDataStation.weather + OpenDataStation.air).flatMap { $0.sensors.map(\.id) }
    #expect(Set(ids).count == ids.count)
    let known = [2001, 5897, 5909, 5911, 5920, 8162, 10273, 10283, 10320, 17122, 20529]
    #expect(Set(ids.filter { $0 < 900_000 }) == Set(known))
  }

  @Test("a closed sensor measured from its first day to the end of its last one")
  func life() throws {
    // Arconate's wind speed sensor operated from 1992-01-01 to 2005-12-31.
    var portal = portal
    portal.now = UnixTime(seconds: 1_136_286_000)  // 2006-01-03T11:00:00Z
    let last = try portal.rows("647i-nhxk.json?idsensore=901204&$limit=1")
    #expect(last.first?["data"] == "2005-12-31T23:50:00.000")
    portal.now = UnixTime(seconds: 694_350_000)  // 1992-01-02T11:00:00Z
    let first = try portal.rows("647i-nhxk.json?idsensore=901204&$order=data&$limit=1")
    #expect(first.first?["data"] == "1992-01-01T00:00:00.000")
  }

  @Test(
    "the grid is the metres of zone 32: exact on its meridian, and distances are true to 0.04 %")
  func grid() throws {
    let middle = UTM(GeodeticPosition(latitude: 45, longitude: 9, height: 0))
    // The meridian arc from the equator to 45°, WGS 84, is 4,984,944.378 m.
    #expect(abs(middle.north - 0.9996 * 4_984_944.378) < 0.01 && middle.east == 500_000)
    // The published series (Snyder 1987, 8-9, 8-10 and 3-21), at positions where all of its terms matter.
    for (latitude, longitude, east, north) in [
      (45.0, 15.0, 972_891.795_113_6, 5_000_491.005_895_6),
      (30, 3, -79_218.658_867_9, 3_333_984.371_228_9),
      (65, 21, 1_063_205.098_570_7, 7_262_174.041_301_5),
      (10, 12, 828_928.735_990_9, 1_106_908.854_240_7),
    ] {
      let place = UTM(GeodeticPosition(latitude: latitude, longitude: longitude, height: 0))
      #expect(abs(place.east - east) < 1e-6 && abs(place.north - north) < 1e-6, "\(place)")
    }
    let origin = GeodeticPosition(latitude: 45.4642, longitude: 9.19, height: 0)
    for station in OpenDataStation.weather + OpenDataStation.air {
      var place = station.position
      place.height = 0
      let (a, b) = (UTM(origin), UTM(place))
      let grid = ((a.east - b.east) * (a.east - b.east) + (a.north - b.north) * (a.north - b.north))
        .squareRoot()
      let ground = ECEFPosition(origin).distance(to: ECEFPosition(place))
      #expect(abs(grid / ground - 0.9998) < 0.0004, "\(station.name)")
    }
  }
}
