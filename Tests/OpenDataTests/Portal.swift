import BoardSimulation
import Foundation
import GNSSBasics
import HTTPMessages
import OpenData

/// A portal at a date, as a client sees it.
struct Portal {
  var server = OpenDataServer(world: World(scenario: .milanWalk), bootDate: World.defaultBootDate)
  /// 2026-06-10T12:34:56Z, which is 13:34:56 in the region's solar time.
  var now = UnixTime(seconds: 1_781_094_896)

  func answer(_ target: String, fields: [HTTPField] = []) -> OpenDataAnswer {
    server.answer(HTTPRequest(.get, target, fields: fields), at: now)
  }

  func get(_ target: String) -> HTTPResponse { answer(target).response }

  /// Returns the rows in the JSON of a data set.
  func rows(_ target: String) throws -> [[String: String]] {
    try listed(get("/resource/" + target))
  }

  /// Returns the rows for which a condition holds.
  func rows(_ dataSet: String, where condition: String) throws -> [[String: String]] {
    let allowed = CharacterSet.alphanumerics
    let encoded = condition.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    return try rows("\(dataSet).json?$where=\(encoded)&$limit=50000")
  }

  /// Returns the properties of the features in a GeoJSON document.
  func features(_ target: String) throws -> [[String: Any]] {
    let body = Data(get("/resource/" + target).body)
    let object = try JSONSerialization.jsonObject(with: body) as? [String: Any]
    let features = object?["features"] as? [[String: Any]] ?? []
    return features.compactMap { $0["properties"] as? [String: Any] }
  }

  private func listed(_ response: HTTPResponse) throws -> [[String: String]] {
    guard response.status == 200 else {
      throw UnexpectedStatus(
        status: response.status, body: String(decoding: response.body, as: UTF8.self))
    }
    let list = try JSONSerialization.jsonObject(with: Data(response.body)) as? [[String: Any]] ?? []
    return list.map { row in row.compactMapValues { $0 as? String } }
  }
}

struct UnexpectedStatus: Error {
  var status: Int
  var body: String
}
