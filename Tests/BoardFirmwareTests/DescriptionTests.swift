import BoardFirmware
import Foundation
import HTTPMessages
import Testing
import TextOutput

/// The answers of the data port, checked against the schemas of the same port.
@Suite("What the data port says of its answers")
struct DescriptionTests {
  private static func json(_ path: String, of snapshot: BoardSnapshot) throws -> [String: Any] {
    var page = LegacyPage()
    let answer = DataServer.answer(
      to: HTTPRequest(.get, path), from: snapshot, at: .seconds(101),
      configuration: DataServerConfiguration(), legacyPage: &page)
    let json = try JSONSerialization.jsonObject(with: Data(answer.body))
    return try #require(json as? [String: Any])
  }

  private static let snapshots = [
    BoardSnapshot(bootDate: Samples.bootDate), Samples.complete, Samples.fixed,
    BoardSnapshot(unpoweredAt: .seconds(7), bootDate: Samples.bootDate),
  ]

  @Test(
    "holds of each of them, and leaves nothing out",
    arguments: [("status", "Status"), ("measurement", "Measurement")], [0, 1, 2, 3])
  func answersAreValid(route: (path: String, schema: String), index: Int) throws {
    let snapshot = Self.snapshots[index]
    let document = try Self.json("/api/v1/openapi.json", of: snapshot)
    let answer = try Self.json("/api/v1/\(route.path)", of: snapshot)
    let schema = ["$ref": "#/components/schemas/\(route.schema)"]
    #expect(Self.faults(of: answer, by: schema, in: document, at: route.path) == [])
  }

  @Test("sees what does not fit")
  func validatorSees() throws {
    let document = try Self.json("/api/v1/openapi.json", of: Samples.fixed)
    var answer = try Self.json("/api/v1/status", of: Samples.fixed)
    var gnss = try #require(answer["gnss"] as? [String: Any])
    (gnss["fix"], gnss["satellites"], gnss["more"], gnss["model"]) = ("4d", 1.5, 1, nil)
    answer["gnss"] = gnss
    let schema = ["$ref": "#/components/schemas/Status"]
    #expect(
      Self.faults(of: answer, by: schema, in: document, at: "").sorted()
        == [".gnss.fix", ".gnss.model", ".gnss.more", ".gnss.satellites"])
  }

  /// Returns the places where a value differs from its schema.
  private static func faults(
    of value: Any, by schema: [String: Any], in document: [String: Any], at path: String
  ) -> [String] {
    if let reference = schema["$ref"] as? String {
      var place: Any? = document
      for name in reference.dropFirst(2).split(separator: "/") {
        place = (place as? [String: Any])?[String(name)]
      }
      guard let schema = place as? [String: Any] else { return [path] }
      return faults(of: value, by: schema, in: document, at: path)
    }
    if let words = schema["enum"] as? [String] {
      return words.contains(value as? String ?? "") ? [] : [path]
    }
    let types = schema["type"] as? [String] ?? [schema["type"] as? String ?? ""]
    switch value {
    case is NSNull: return types.contains("null") ? [] : [path]
    case is String: return types.contains("string") ? [] : [path]
    case let number as NSNumber:
      if types.contains("number") { return [] }
      return types.contains("integer") && number.doubleValue.rounded() == number.doubleValue
        ? [] : [path]
    case let array as [Any]:
      guard let items = schema["items"] as? [String: Any] else { return [path] }
      return array.flatMap { faults(of: $0, by: items, in: document, at: path + "[]") }
    case let object as [String: Any]:
      return faults(inObject: object, by: schema, in: document, at: path)
    default: return [path]
    }
  }

  private static func faults(
    inObject object: [String: Any], by schema: [String: Any], in document: [String: Any],
    at path: String
  ) -> [String] {
    let required = schema["required"] as? [String] ?? []
    let missing = required.filter { object[$0] == nil }.map { "\(path).\($0)" }
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    let others = schema["additionalProperties"] as? [String: Any]
    return missing
      + object.flatMap { name, value in
        let place = "\(path).\(name)"
        guard let schema = properties[name] ?? others else { return [place] }
        return faults(of: value, by: schema, in: document, at: place)
      }
  }

  @Test("tells the text's fields with their units, and an example that has them all")
  func legend() throws {
    let document = try Self.json("/api/v1/openapi.json", of: Samples.complete)
    let components = document["components"] as? [String: [String: [String: Any]]]
    let text = try #require(components?["responses"]?["Text"])
    let legend = try #require(text["description"] as? String)
    #expect(
      legend.hasPrefix(
        "temperature °C;humidity %RH;pressure Pa;altitude m;TVOC ppb;eCO2 ppm;"
          + "PM0.5;PM1;PM2.5;PM4;PM10 µg/m³;latitude °;longitude °. The dialect"))
    let plain = (text["content"] as? [String: [String: Any]])?["text/plain"]
    let example = try #require(plain?["example"] as? String).split(separator: ";")
    let decimals = example.map { $0.contains(".") ? $0.split(separator: ".")[1].count : 0 }
    #expect(decimals == DataServerConfiguration.Dialect.moqa.fields.map(\.decimals))
  }

  @Test("metrics of two boards stand together, each sample with its board")
  func boards() throws {
    var text = MetricsText.boards
    for (index, snapshot) in [Samples.fixed, Samples.complete].enumerated() {
      text.add(snapshot, at: .seconds(101), labels: [Metric.Label("board", "\(index)")])
    }
    let lines = text.text.split(separator: "\n")
    let heads = lines.filter { $0.hasPrefix("# TYPE") }
    #expect(Set(heads).count == heads.count)
    let samples = lines.filter { !$0.hasPrefix("#") }
    #expect(samples.allSatisfy { $0.contains(#"{board="0""#) || $0.contains(#"{board="1""#) })
    let names = samples.map { $0.prefix { $0 != "{" } }
    let runs = zip(names, names.dropFirst()).count { $0 != $1 } + 1
    #expect(runs == Set(names).count)
    #expect(samples.contains(#"boardsim_gnss_fix{board="0"} 4"#))
    #expect(samples.contains(#"boardsim_gnss_fix{board="1"} 0"#))
    #expect(samples.contains(#"boardsim_rtcm_frames_total{board="0",type="1077"} 2"#))
    #expect(
      samples.contains(#"boardsim_value_age_seconds{board="1",field="light"} 1.000"#) == false)
  }
}
