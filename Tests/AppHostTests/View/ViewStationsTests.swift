@testable import AppHost
import Foundation
import GNSSBasics
import Testing

@Suite("the stations on the server's page")
struct ViewStationsTests {
  @Test("the fields are the eleven of rows and the illuminance, four with stations")
  func fields() async throws {
    let fields = try await ViewClient().ask("fields").objects("fields")
    #expect(
      fields.map { $0["name"] as? String } == [
        "temperature", "humidity", "pressure", "altitude", "tvocs", "eco2", "pm05", "pm1", "pm25",
        "pm4", "pm10", "light",
      ])
    let measured = fields.filter { $0["stations"] as? Bool == true }
    #expect(measured.map { $0["name"] as? String } == ["temperature", "humidity", "pm25", "pm10"])
    #expect(fields.first?["unit"] as? String == "°C" && fields.first?["decimals"] as? Int == 2)
  }

  @Test("a sensor has its place in both apps' lists, its time of operation and its newest value")
  func stations() async throws {
    let client = try ViewClient()
    let stations = try await client.ask("stations?field=pm10").objects("stations")
    #expect(!stations.isEmpty && stations.allSatisfy { $0["field"] as? String == "pm10" })
    let senato = try #require(stations.first { $0["sensor"] as? Int == 10320 })
    #expect(senato["name"] as? String == "Milano via Senato")
    #expect(senato["municipality"] as? String == "Milano" && senato["unit"] as? String == "µg/m³")
    #expect(senato["network"] as? String == "air" && senato["open"] as? Bool == true)
    #expect(senato["moqa"] as? Int == 127, "the index that MOQA pins")
    #expect(senato["air_quality"] is Int && senato["until"] is NSNull)
    #expect((senato["since"] as? String)?.count == 10)
    let last = senato.object("last")
    #expect((last["time"] as? String)?.hasPrefix("2026-11-1") == true && last["value"] is Double)
    let closed = try #require(stations.first { $0["open"] as? Bool == false })
    #expect(closed["last"] is NSNull && closed["until"] is String)
    #expect(closed["air_quality"] is NSNull)
  }

  @Test("without a field all sensors are told, and nothing measures the illuminance")
  func all() async throws {
    let client = try ViewClient()
    let all = try await client.ask("stations").objects("stations")
    #expect(Set(all.compactMap { $0["network"] as? String }) == ["air", "weather"])
    #expect(all.contains { $0["field"] is NSNull }, "gases are no field of rows")
    let pinned = [28: 2001, 43: 8162, 47: 5909]
    for (index, sensor) in pinned {
      let entry = all.first {
        $0["moqa"] as? Int == index && $0["network"] as? String == "weather"
      }
      #expect(entry?["sensor"] as? Int == sensor)
    }
    #expect(try await client.ask("stations?field=light").objects("stations").isEmpty)
    #expect(try await client.refusal(of: "stations?field=").contains("field must be one of"))
  }
}
