import Foundation
import HTTPMessages
import Mathematics
import TestSupport
import Testing

@testable import OpenData

/// Random conditions on the same rows, evaluated by this module and by SQLite.
@Suite("Conditions, as SQLite answers them")
struct SQLiteComparisonTests {
  private let portal = Portal()

  @Test(
    "the rows for which a random condition holds are SQLite's",
    .compares(with: .sqlite3),
    arguments: [
      ("nf78-nj6b", ""), ("ib47-atvt", ""),
      ("647i-nhxk", "idsensore IN ('5909', '2001', '5897') AND data > '2026-06-08'"),
      ("nicp-bhqi", "data > '2026-06-07T12:00:00'"),
    ])
  func random(name: String, part: String) throws {
    let dataSet = try #require(DataSet(rawValue: name))
    let rows = try self.rows(of: dataSet, where: part)
    #expect(rows.count > 80)
    var generator = ConditionGenerator(dataSet.columns, rows: rows, seed: 20_260_610)
    let conditions = (0..<300).map { _ in generator.condition(depth: 4) }
    let expected = try sqlite(conditions, columns: dataSet.columns, rows: rows)
    var kinds: Set<Int> = []
    for (text, ids) in zip(conditions, expected) {
      let condition = try SoQLParser.condition(text, of: dataSet.columns)
      let found = rows.indices.filter { index in condition.holds { rows[index][$0] } == true }
      #expect(found == ids, "\(text)")
      kinds.insert(ids.isEmpty ? 0 : ids.count == rows.count ? 2 : 1)
    }
    #expect(kinds == [0, 1, 2], "some hold for all, some for none, and most for some")
  }

  /// Returns all rows of a data set, with values by column.
  private func rows(of dataSet: DataSet, where part: String) throws -> [[SoQLValue]] {
    var parameters = [HTTPField("$limit", "50000")]
    if !part.isEmpty { parameters.append(HTTPField("$where", part)) }
    let query = try SoQLQuery(parameters, of: dataSet.columns)
    return portal.server.delivery(query, of: dataSet, at: portal.now).rows
  }

  /// Returns for each condition the indices of the rows that SQLite finds.
  private func sqlite(
    _ conditions: [String], columns: [SoQLColumn], rows: [[SoQLValue]]
  ) throws -> [[Int]] {
    let folder = try TemporaryFolder()
    let declared = columns.map { "\($0.name) \($0.type == .number ? "REAL" : "TEXT")" }
    var script = "CREATE TABLE t(row INTEGER, \(declared.joined(separator: ", ")));\nBEGIN;\n"
    for (index, row) in rows.enumerated() {
      script += "INSERT INTO t VALUES(\(index), \(row.map(\.inSQL).joined(separator: ", ")));\n"
    }
    script += "COMMIT;\n"
    for condition in conditions {
      script +=
        "SELECT group_concat(row) FROM (SELECT row FROM t WHERE \(condition) ORDER BY row);\n"
    }
    _ = try folder.write(Array(script.utf8), to: "script.sql")
    let result = try OutsideProgram(.sqlite3).run(
      ["-batch", "-bail", ":memory:", ".read script.sql"], in: folder.url)
    try #require(result.status == 0)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    try #require(lines.count == conditions.count)
    return lines.map { $0.split(separator: ",").compactMap { Int($0) } }
  }
}

/// A generator of conditions that both understand: columns compared with values of their type, some taken
/// from a row.
private struct ConditionGenerator {
  private let columns: [SoQLColumn]
  private let rows: [[SoQLValue]]
  private var chance: Xoshiro256

  init(_ columns: [SoQLColumn], rows: [[SoQLValue]], seed: UInt64) {
    self.columns = columns
    self.rows = rows
    chance = Xoshiro256(seed: seed, part: "conditions")
  }

  mutating func condition(depth: Int) -> String {
    switch depth > 0 ? Int.random(in: 0..<8, using: &chance) : 0 {
    case 5: return "\(condition(depth: depth - 1)) AND \(condition(depth: depth - 1))"
    case 6: return "\(condition(depth: depth - 1)) or \(condition(depth: depth - 1))"
    case 7: return "NOT (\(condition(depth: depth - 1)))"
    case 4: return "(\(condition(depth: depth - 1)))"
    default: return predicate()
    }
  }

  private mutating func predicate() -> String {
    let column = Int.random(in: 0..<columns.count, using: &chance)
    let name = columns[column].name
    guard columns[column].type != .point else { return "\(name) IS \(negation())NULL" }
    switch Int.random(in: 0..<10, using: &chance) {
    case 0: return "\(name) IS \(negation())NULL"
    case 1, 2:
      let list = (0...Int.random(in: 0..<4, using: &chance)).map { _ in value(column) }
      return "\(name) \(negation())IN (\(list.joined(separator: ", ")))"
    case 3, 4: return "\(name) \(negation())BETWEEN \(value(column)) AND \(value(column))"
    case 5: return "\(value(column)) \(comparison()) \(name)"
    case 6: return "\(name) \(comparison()) \(sameKind(as: column))"
    default: return "\(name) \(comparison()) \(value(column))"
    }
  }

  private mutating func negation() -> String { Bool.random(using: &chance) ? "NOT " : "" }

  private mutating func comparison() -> String {
    SoQLCondition.Comparison.allCases.map(\.rawValue).randomElement(using: &chance) ?? "="
  }

  /// Returns a column of the same type.
  private mutating func sameKind(as column: Int) -> String {
    columns.filter { $0.type == columns[column].type }.map(\.name).randomElement(using: &chance)
      ?? columns[column].name
  }

  /// Returns a value of a row, a value near it, or null.
  private mutating func value(_ column: Int) -> String {
    let value = rows.randomElement(using: &chance)?[column] ?? .null
    switch value {
    case .number(let number):
      let other = Bool.random(using: &chance) ? number : number + 0.5
      return other < 0 ? "-\(-other)" : "\(other)"
    default: return value.inSQL
    }
  }
}

extension SoQLValue {
  /// The value in a form common to both; a time is written so that text order is time order.
  fileprivate var inSQL: String {
    switch self {
    case .null: return "NULL"
    case .number(let number): return "\(number)"
    case .text(let text): return "'\(text.replacing("'", with: "''"))'"
    case .point: return "'a place'"
    case .timestamp(let time):
      var bytes: [UInt8] = []
      SoQLLiteral.append(timestamp: time, to: &bytes)
      return "'\(String(decoding: bytes, as: UTF8.self))'"
    }
  }
}
