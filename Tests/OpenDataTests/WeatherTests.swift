import BoardSimulation
import Foundation
import GNSSBasics
import HTTPMessages
import Testing

@testable import OpenData

@Suite("The weather as OpenWeatherMap tells it")
struct WeatherTests {
  private let portal = Portal()

  private func answer(_ query: String) -> OpenDataAnswer { portal.answer("/data/2.5/" + query) }

  private func object(_ query: String) throws -> [String: Any] {
    let body = Data(answer(query).response.body)
    return try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
  }

  // MARK: Answers

  @Test("the present weather is the world's at the place, in the members of the service")
  func present() throws {
    let weather = try object("weather?q=Milan,IT&appid=any&units=metric")
    #expect(
      Set(weather.keys) == [
        "coord", "weather", "base", "main", "visibility", "wind", "clouds", "dt", "sys", "timezone",
        "id", "name", "cod",
      ])
    let state = portal.server.world.air(
      at: WeatherPlace.milan.position,
      time: portal.now.duration(since: portal.server.bootDate))
    let main = try #require(weather["main"] as? [String: Double])
    #expect(abs(try #require(main["temp"]) - state.temperature) <= 0.005 + 1e-9)
    #expect(main["humidity"] == state.humidity.rounded())
    #expect(main["grnd_level"] == (state.pressure / 100).rounded())
    // The standard atmosphere loses 13.9 to 14.3 hPa on the 118 m from sea level to Milan.
    let difference = try #require(main["sea_level"]) - (try #require(main["grnd_level"]))
    #expect((13...15).contains(difference) && main["pressure"] == main["sea_level"])
    #expect((weather["clouds"] as? [String: Double])?["all"] == state.clouds.rounded())
    #expect(weather["dt"] as? Int == 1_781_094_896)
    #expect(weather["timezone"] as? Int == 7200 && weather["cod"] as? Int == 200)
    #expect(weather["name"] as? String == "Milan" && weather["id"] as? Int == 3_173_435)
  }

  @Test("temperatures and wind are in the units that are asked for, kelvin without any")
  func units() throws {
    func values(_ units: String) throws -> (Double, Double) {
      let weather = try object("weather?q=Milan&appid=1" + units)
      let main = try #require(weather["main"] as? [String: Double])
      let wind = try #require(weather["wind"] as? [String: Double])
      return (try #require(main["temp"]), try #require(wind["speed"]))
    }
    let (kelvin, slow) = try values("")
    let (celsius, same) = try values("&units=metric")
    let (fahrenheit, miles) = try values("&units=imperial")
    #expect(abs(kelvin - celsius - 273.15) < 0.011 && abs(fahrenheit - celsius * 1.8 - 32) < 0.02)
    #expect(slow == same && abs(miles / slow - 2.237) < 0.02)
    #expect(try values("&units=standard") == (kelvin, slow))
  }

  @Test("a forecast has 40 steps at multiples of three hours, the first not before now")
  func forecast() throws {
    let forecast = try object("forecast?id=3173435&appid=1")
    #expect(forecast["cod"] as? String == "200" && forecast["cnt"] as? Int == 40)
    let list = try #require(forecast["list"] as? [[String: Any]])
    let dates = list.compactMap { $0["dt"] as? Int }
    // 2026-06-10T12:34:56Z; the next multiple is 15:00.
    #expect(dates == (0..<40).map { 1_781_103_600 + 10_800 * $0 })
    #expect(list[0]["dt_txt"] as? String == "2026-06-10 15:00:00")
    #expect(list[39]["dt_txt"] as? String == "2026-06-15 12:00:00")
    let pods = list.prefix(8).compactMap { ($0["sys"] as? [String: String])?["pod"] }
    // 15 and 18 h are day; in June the sun sets at 19:15 UTC and rises at 3:35.
    #expect(pods == ["d", "d", "n", "n", "n", "d", "d", "d"])
    let city = try #require(forecast["city"] as? [String: Any])
    #expect(city["name"] as? String == "Milan" && city["country"] as? String == "IT")
    var exact = portal
    exact.now = UnixTime(seconds: 1_781_103_600)
    let body = exact.get("/data/2.5/forecast?id=3173435&appid=1&cnt=1").body
    #expect(String(decoding: body, as: UTF8.self).contains(#""cnt":1,"list":[{"dt":1781103600,"#))
  }

  @Test("rain is the volume of its hours, with the condition and the certainty of it")
  func rain() throws {
    var portal = portal
    portal.server.world = World(
      scenario: WorldScript(clouds: WorldCourse(90), rain: WorldCourse(4)))
    func text(_ target: String) -> String {
      String(decoding: portal.get("/data/2.5/" + target).body, as: UTF8.self)
    }
    let now = text("weather?q=Milan&appid=1&lang=it")
    #expect(now.contains(#""rain":{"1h":4.00}"#) && now.contains(#""clouds":{"all":90}"#))
    #expect(
      now.contains(#"{"id":501,"main":"Rain","description":"pioggia moderata","icon":"10d"}"#))
    let later = text("forecast?q=Milan&appid=1&cnt=1")
    #expect(later.contains(#""rain":{"3h":12.00},"pop":1,"#))
    #expect(later.contains(#""description":"moderate rain""#))
  }

  @Test(
    "the condition follows from rain and clouds, by the service's numbers",
    arguments: [
      (0.0, 0.0, 800, "clear sky", "cielo sereno", "01d"),
      (0, 10.4, 800, "clear sky", "cielo sereno", "01d"),
      (0, 11, 801, "few clouds", "poche nuvole", "02d"),
      (0.09, 50, 802, "scattered clouds", "nubi sparse", "03d"),
      (0, 51, 803, "broken clouds", "nubi sparse", "04d"),
      (0, 84, 803, "broken clouds", "nubi sparse", "04d"),
      (0, 85, 804, "overcast clouds", "cielo coperto", "04d"),
      (0.1, 100, 500, "light rain", "pioggia leggera", "10d"),
      (2.5, 100, 501, "moderate rain", "pioggia moderata", "10d"),
      (7.6, 100, 502, "heavy intensity rain", "forte pioggia", "10d"),
      (50, 100, 503, "very heavy rain", "pioggia fortissima", "10d"),
    ])
  func conditions(
    rain: Double, clouds: Double, id: Int, english: String, italian: String, icon: String
  ) {
    let condition = WeatherCondition(rain: rain, clouds: clouds)
    #expect(condition.id == id && condition.icon(isDay: true) == icon)
    #expect(condition.description(in: .english) == english)
    #expect(condition.description(in: .italian) == italian)
    #expect(condition.icon(isDay: false).hasSuffix("n"))
  }

  @Test("the felt temperature is that of the published formula")
  func felt() {
    // By hand: 30 °C at 50 % have a vapour pressure of 21.137 hPa; 30 + 6.975 - 0.7 - 4.
    let felt = ApparentTemperature.celsius(temperature: 30, humidity: 50, wind: 1)
    #expect(abs(felt - 32.275) < 0.005)
  }

  // MARK: Places

  @Test(
    "a place is a town by name or number, or coordinates",
    arguments: [
      ("q=Milan", "Milan"), ("q=milano,it", "Milan"), ("q=Monza,MB,IT", "Monza"),
      ("q=como,%20IT", "Como"), ("id=3173435", "Milan"), ("lat=45.478&lon=9.227", "Milan"),
      ("lat=45.59&lon=9.27", "Monza"), ("lat=0&lon=0", ""), ("lat=-90&lon=180", ""),
    ])
  func places(query: String, name: String) throws {
    let weather = try object("weather?\(query)&appid=1")
    #expect(weather["name"] as? String == name && weather["cod"] as? Int == 200)
    let country = (weather["sys"] as? [String: Any])?["country"] as? String
    #expect(country == (name.isEmpty ? nil : "IT"))
  }

  @Test(
    "another town, and what is no question, is refused in the service's words and types",
    arguments: [
      ("weather?q=Rome&appid=1", 404, #"{"cod":"404","message":"city not found"}"#),
      ("weather?q=Milan,US&appid=1", 404, #"{"cod":"404","message":"city not found"}"#),
      ("weather?q=Milan,CO,IT&appid=1", 404, #"{"cod":"404","message":"city not found"}"#),
      ("weather?q=,,,&appid=1", 404, #"{"cod":"404","message":"city not found"}"#),
      ("weather?id=1&appid=1", 404, #"{"cod":"404","message":"city not found"}"#),
      ("weather?appid=1", 400, #"{"cod":"400","message":"Nothing to geocode"}"#),
      ("weather?q=&appid=1", 400, #"{"cod":"400","message":"Nothing to geocode"}"#),
      ("weather?lat=a&lon=1&appid=1", 400, #"{"cod":"400","message":"wrong latitude"}"#),
      ("weather?lat=90.1&lon=1&appid=1", 400, #"{"cod":"400","message":"wrong latitude"}"#),
      ("weather?lat=nan&lon=1&appid=1", 400, #"{"cod":"400","message":"wrong latitude"}"#),
      ("weather?lat=1&lon=181&appid=1", 400, #"{"cod":"400","message":"wrong longitude"}"#),
      ("weather?q=Milan&appid=", 401, #"{"cod":401,"message":"the request has no key"#),
      ("forecast?q=Milan", 401, #"{"cod":401,"message":"the request has no key"#),
      ("forecast?q=Milan&appid=1&cnt=2.5", 400, #"{"cod":"400","message":"2.5 is not"#),
      ("weather?q=Milan&appid=1&mode=xml", 400, #"{"cod":"400","message":"there is no xml"#),
      ("onecall?q=Milan&appid=1", 404, #"{"cod":"404","message":"nothing is here; there are"#),
      ("weather?q=Monza,MB,IT,X&appid=1", 404, #"{"cod":"404","message":"city not found"}"#),
      ("?appid=1", 404, #"{"cod":"404","message":"nothing is here"#),
    ])
  func refusals(query: String, status: Int, text: String) {
    let response = answer(query).response
    #expect(response.status == status)
    let body = String(decoding: response.body, as: UTF8.self)
    #expect(body.hasPrefix(text), "\(body)")
    #expect(response.fields.contains(HTTPField("Access-Control-Allow-Origin", "*")))
  }

  @Test("HEAD gets what GET does, a browser may ask from any page, and nothing can be changed")
  func methods() {
    let target = "/data/2.5/weather?q=Milan&appid=1"
    let head = portal.server.answer(HTTPRequest(.head, target), at: portal.now)
    #expect(head.response == portal.get(target))
    let options = portal.server.answer(HTTPRequest(.options, target), at: portal.now)
    #expect(options.response.status == 204)
    let post = portal.server.answer(HTTPRequest(.post, target), at: portal.now)
    #expect(post.response.status == 405)
    #expect(post.response.fields.contains(HTTPField("Allow", "GET, HEAD, OPTIONS")))
  }

  @Test("values that the service ignores are findings, and take its default")
  func findings() {
    #expect(answer("weather?q=Milan").findings == [.weatherWithoutKey])
    #expect(answer("weather?q=Milan&APPID=1&lang=it&units=metric&mode=json").findings.isEmpty)
    for (name, value) in [("units", "kelvin"), ("lang", "zz"), ("mode", "bogus")] {
      let odd = answer("weather?q=Milan&appid=1&\(name)=\(value)")
      #expect(odd.findings == [.ignoredParameter(name: name, value: value)])
      #expect(odd.response == answer("weather?q=Milan&appid=1").response)
    }
    for count in ["0", "-1", "41"] {
      let odd = answer("forecast?q=Milan&appid=1&cnt=\(count)")
      #expect(odd.findings == [.ignoredParameter(name: "cnt", value: count)])
      #expect(odd.response == answer("forecast?q=Milan&appid=1").response)
    }
  }
}
