import Foundation
import GNSSBasics
import TestSupport
import Testing

@testable import Positioning

@Suite("Solutions as JSON")
struct SolutionDocumentTests {
  private static let time = GPSTime(week: 2320, millisecondsOfWeek: 116_400_200)

  private static var fixed: Solution {
    var solution = Solution(time: time, reason: "")
    solution.state = .fixed
    solution.position = ECEFPosition(
      GeodeticPosition(latitude: 35.134699012, longitude: -136.97757, height: 104.8626))
    solution.velocity = ECEFPosition(x: 0.25, y: -1.5, z: 3)
    solution.covariance = [1e-6, 2e-6, 3e-6, -1e-7, 2e-7, 3e-7]
    solution.satellites = [SatelliteID(.gps, 5), SatelliteID(.galileo, 11)]
    (solution.signals, solution.ratio, solution.age, solution.residual) = (4, 9.5, 0.2, 0.0031)
    solution.leftOut = [
      LeftOut(SatelliteID(.glonass, 2), band: 1, .slip), LeftOut(SatelliteID(.gps, 29), .low),
    ]
    return solution
  }

  private func epochs(_ solutions: [Solution]) throws -> [[String: Any]] {
    var document = SolutionDocument()
    for solution in solutions { document.add(solution) }
    return try #require(try JSONDocument(document.bytes)["epochs"] as? [[String: Any]])
  }

  @Test("every member has its value")
  func members() throws {
    let epoch = try epochs([Self.fixed])[0]
    #expect(epoch["time_utc"] as? String == "2024-06-24T08:19:42.200Z")
    #expect(epoch["week"] as? Int == 2320 && epoch["tow"] as? Double == 116_400.2)
    #expect(epoch["state"] as? String == "fixed")
    let position = try #require(epoch["position"] as? [String: Double])
    #expect(position["latitude"] == 35.134699012 && position["longitude"] == -136.97757)
    #expect(position["height"] == 104.8626)
    let radius = ["x", "y", "z"].compactMap { position[$0] }.map { $0 * $0 }.reduce(0, +)
    #expect((6_360_000...6_380_000).contains(radius.squareRoot()))
    #expect(epoch["velocity"] as? [String: Double] == ["x": 0.25, "y": -1.5, "z": 3])
    let covariance = ["xx": 1e-6, "yy": 2e-6, "zz": 3e-6, "xy": -1e-7, "yz": 2e-7, "zx": 3e-7]
    #expect(epoch["covariance"] as? [String: Double] == covariance)
    #expect(epoch["satellites"] as? [String] == ["G05", "E11"])
    #expect(epoch["signals"] as? Int == 4 && epoch["ratio"] as? Double == 9.5)
    #expect(epoch["age"] as? Double == 0.2 && epoch["residual"] as? Double == 0.0031)
    #expect(epoch["reason"] as? String == "")
    let left = try #require(epoch["left_out"] as? [[String: Any]])
    #expect(left.map { $0["satellite"] as? String } == ["R02", "G29"])
    #expect(left.map { $0["band"] as? Int } == [1, nil])
    #expect(
      left.map { $0["reason"] as? String } == ["its phase slipped", "below the elevation mask"])
  }

  @Test("an epoch without a position has its reason, and no numbers in its place")
  func none() throws {
    let lines = try epochs([Solution(time: Self.time, reason: "3 \"usable\""), Self.fixed])
    #expect(lines.count == 2)
    #expect(lines[0]["state"] as? String == "none")
    for name in ["position", "velocity", "covariance"] { #expect(lines[0][name] is NSNull) }
    #expect(lines[0]["reason"] as? String == "3 \"usable\"")
  }

  @Test("a document of no epoch is one, too")
  func empty() throws { #expect(try epochs([]).isEmpty) }
}
