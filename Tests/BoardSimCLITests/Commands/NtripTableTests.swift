import Foundation
import TestSupport
import Testing

@Suite("boardsim ntrip table")
struct NtripTableTests {
  static let table = """
    CAS;127.0.0.1;2101;Test;Somebody;0;ITA;45.46;9.19;0.0.0.0;0;none\r
    STR;ROMA;Rome;RTCM 3.2;1004(1);2;GPS+GLO;NET;ITA;41.90;12.50;1;1;gen;none;B;Y;4800;\r
    STR;NOWHERE;;RTCM 3.3;;;GPS;NET;;0;0;0;0;;none;N;N;;\r
    STR;MILA;Milan \u{1B}[2J;RTCM 3.3;1077(1);2;GPS+GAL;NET;ITA;45.46;9.19;0;0;gen;none;B;N;9600;\r
    STR;BERN;Bern;RTCM 2.3;1(1);1;GPS;NET;CHE;46.95;7.45;0;0;gen;none;N;N;;\r
    ENDSOURCETABLE\r

    """

  /// Runs the command with a caster that sends the table.
  private func table(_ arguments: String...) async throws -> BoardSimProcess.Outcome {
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\n"
        + "Content-Length: \(Self.table.utf8.count)\r\n\r\n"
      connection.send(Array((head + Self.table).utf8))
      connection.waitForEnd()
    }
    defer { caster.close() }
    return try await BoardSimProcess(
      ["ntrip", "table", "ntrip://127.0.0.1:\(caster.port)"] + arguments
    ).end()
  }

  @Test("--near sorts by distance and shows it, what is nowhere last")
  func near() async throws {
    let outcome = try await table("--near", "45.478,9.23")
    #expect(outcome.status == 0)
    let rows = outcome.text.split(separator: "\n")
    #expect(rows.map { $0.prefix { $0 != " " } } == ["MILA", "BERN", "ROMA", "NOWHERE"])
    let columns = zip(["MILA", "BERN", "NOWHERE"], ["3.7", "213.4", "-"]).map { name, distance in
      // The name has twenty columns and a blank; the distance has up to eight digits.
      name + String(repeating: " ", count: 29 - name.count - distance.count) + distance
        + " km RTCM "
    }
    for (row, begin) in zip([rows[0], rows[1], rows[3]], columns) {
      #expect(row.hasPrefix(begin), "\(row)")
    }
  }

  @Test("--filter takes what a version 2 query says")
  func filters() async throws {
    let outcome = try await table("--filter", "STR;;;RTCM 3*;;;;;ITA", "--json")
    #expect(outcome.status == 0)
    let names = try outcome.text.split(separator: "\n").map {
      try JSONDocument(String($0)).text("mountpoint")
    }
    #expect(names == ["ROMA", "MILA"])
    let nearest = try await table("--filter", "STR;;;;;;;;;~46.9;~7.5")
    #expect(nearest.text.hasPrefix("BERN "))
    let wrong = try await table("--filter", "STR;;;(RTCM")
    #expect(wrong.status == 2)
    #expect(wrong.errorLines.first?.contains("--filter: field 4") == true)
  }

  @Test("JSON has the record's fields, and the distance where one was asked for")
  func json() async throws {
    let outcome = try await table("--near", "45.46,9.19", "--json")
    let line = try #require(outcome.text.split(separator: "\n").first)
    let stream = try JSONDocument(String(line))
    #expect(stream.text("mountpoint") == "MILA" && stream.text("country") == "ITA")
    #expect(stream.number("distance_km") == 0 && stream.number("bitrate") == 9600)
    #expect(!line.contains("\u{1B}"))
    #expect(!(try await table("--json")).text.contains("distance_km"))
  }

  @Test("GeoJSON is a collection of points, longitude first, and of one that is nowhere")
  func geoJSON() async throws {
    let outcome = try await table("--geojson")
    let map = try JSONDocument(outcome.text)
    #expect(map.text("type") == "FeatureCollection")
    let text = outcome.text
    #expect(text.contains(#""geometry":{"type":"Point","coordinates":[12.5,41.9]}"#))
    #expect(text.contains(#""geometry":null,"properties":{"mountpoint":"NOWHERE""#))
    #expect(text.components(separatedBy: #""type":"Feature""#).count == 5)
    let both = try await table("--geojson", "--json")
    #expect(both.status == 2)
  }
}
