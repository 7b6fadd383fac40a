@testable import AppHost
import Foundation
import GNSSBasics
import Testing

@Suite("the map on the server's page")
struct ViewMapTests {
  @Test("few rows are cells of their own, and many are summed up to at most as many as asked for")
  func cells() async throws {
    let client = try ViewClient()
    for index in 0..<40 {
      try await client.add(
        Double(index), secondsAgo: 100 - index, latitude: 45 + 0.001 * Double(index % 20))
    }
    let fine = try await client.ask("map?cells=40")
    #expect(fine["count"] as? Int == 40 && fine["placed"] as? Int == 40)
    #expect(fine.numbers("count", of: "cells") == [Double?](repeating: 1, count: 40))
    for most in [1, 3, 20, 39] {
      let cells = try await client.ask("map?cells=\(most)").objects("cells")
      #expect((1...most).contains(cells.count))
      let counts = cells.compactMap { $0["count"] as? Int }
      #expect(counts.reduce(0, +) == 40)
      let sums = cells.map { cell -> Double in
        let (mean, count) = (cell["mean"] as? Double ?? 0, cell["count"] as? Double ?? 0)
        return mean * count
      }
      let sum: Double = sums.reduce(0, +)
      #expect((sum - 780).magnitude < 1e-9, "0 + 1 + … + 39")
    }
    let places = try await client.ask("map?cells=20")
    #expect(places.objects("cells").count == 20, "one for each place")
  }

  @Test("clusters of both radii stand beside each other, with the rows that move between them")
  func clusters() async throws {
    let client = try ViewClient()
    // Rows 222 m apart: at 200 m each is a cluster of its own, at 250 m the second joins the first.
    for (index, value) in [20.0, nil, 30].enumerated() {
      try await client.add(
        value, secondsAgo: 10 - index, latitude: 45.4737 + 0.002 * Double(index))
    }
    let answer = try await client.ask("map")
    let (written, coded) = (answer.object("written"), answer.object("coded"))
    #expect(written["radius"] as? Double == 200 && coded["radius"] as? Double == 250)
    #expect(written.numbers("count", of: "clusters") == [1, 1, 1])
    #expect(coded.numbers("count", of: "clusters") == [2, 1])
    #expect(coded.numbers("mean", of: "clusters") == [20, 30])
    #expect(coded.numbers("mean_as_app", of: "clusters") == [10, 30], "an unknown value is zero")
    #expect(written["as_app"] == nil && coded["as_app"] == nil, "the clusters are the same")
    let changed = answer.object("changed")
    #expect(changed["count"] as? Int == 1)
    #expect(changed.objects("rows").map { $0["id"] as? Int } == [2])
    #expect(changed.objects("rows").first?["time"] as? String == "2026-11-18T11:06:31.000Z")
  }

  @Test("a row without a position, or off the Earth, is in the app's clusters only")
  func unplaced() async throws {
    let client = try ViewClient()
    try await client.add(20, secondsAgo: 3)
    try await client.add(10, secondsAgo: 2, latitude: nil, longitude: nil)
    try await client.add(40, secondsAgo: 1, latitude: 95)
    let answer = try await client.ask("map")
    #expect(answer["count"] as? Int == 3 && answer["placed"] as? Int == 1)
    let coded = answer.object("coded")
    #expect(coded.objects("clusters").count == 1)
    #expect(coded.numbers("latitude", of: "as_app") == [45.4737, 0, 95])
    #expect(coded.numbers("mean_as_app", of: "as_app") == [20, 10, 40])
    #expect(answer.object("changed")["count"] as? Int == 0)
  }

  @Test("more rows than the limit, and many with huge angles, are refused with the remedy")
  func limits() async throws {
    var client = try ViewClient()
    for index in 0..<4 { try await client.add(1, secondsAgo: index) }
    client.desk.rowLimit = 4
    #expect(try await client.ask("map")["count"] as? Int == 4)
    client.desk.rowLimit = 3
    for target in ["map", "quartiles"] {
      let refusal = try await client.refusal(of: target)
      #expect(refusal == "there are more than 3 rows in this period; ask for a shorter one")
    }
    client.desk.rowLimit = 10_000
    for index in 0..<50 {
      try await client.add(1, secondsAgo: 0, latitude: 2e6 + Double(index))
    }
    #expect(try await client.refusal(of: "map").isEmpty)
    try await client.add(1, secondsAgo: 0, longitude: -1e9)
    #expect(
      try await client.refusal(of: "map").contains(
        "51 rows of this period have a latitude or longitude beyond 1000000 degrees"))
  }

  @Test("the quartiles are the right ones and those that MOQA prints, of rows and of a sensor")
  func quartiles() async throws {
    let client = try ViewClient()
    for (index, value) in [21.0, 22, 23, nil, 24, 25].enumerated() {
      try await client.add(value, secondsAgo: 10 - index)
    }
    let alone = try await client.ask("quartiles?field=temperature")
    #expect(alone["station"] is NSNull)
    #expect(alone.object("board")["count"] as? Int == 5)
    #expect(alone.object("board")["right"] as? [Double] == [21, 23, 24])
    #expect(alone.object("board")["printed"] as? [Double] == [21, 23, 24])
    let beside = try await client.ask("quartiles?sensor=5909&from=2026-11-18T00:00:00Z")
    #expect(beside.object("station")["name"] as? String == "Milano v.Juvara")
    #expect((beside.object("station")["right"] as? [Double])?.count == 3)
    // The board has no value before its first: the merge inserts zeros, which count.
    #expect((beside.object("board")["printed"] as? [Double])?.first == 0)
    let none = try await client.ask("quartiles?to=2020-01-01T00:00:00Z")
    #expect(none.object("board")["right"] is NSNull)
    #expect(none.object("board")["printed"] as? [Double] == [0, 0, 0])
  }
}
