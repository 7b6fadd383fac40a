import AppStore
import Foundation

/// Appends and reads a day of rows at 1 Hz.
///
/// usage: `bench-store FOLDER [postgresql://…]`; it makes files in the folder, and tables at the URL.
@main struct StoreBench {
  /// How many append at once, as so many phones do.
  static let writers = 200
  static let rows = (0..<86_400).map { number in
    let values = (0..<13).map { 1000 / Double(number + $0 + 1) }
    return PostedRow(values: values, text: values.map { "\($0)" }.joined(separator: ";"))
  }

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first else {
      print("usage: bench-store FOLDER [postgresql://…]")
      exit(2)
    }
    let floor = try await floors(in: folder)
    let store = try SQLiteStore(path: "\(folder)/store")
    try await measure("SQLite", store, floor: floor, least: 5000)
    let durable = try SQLiteStore(path: "\(folder)/durable", durable: true)
    try await measure("SQLite, durable", durable, floor: floor, least: nil)
    #if PostgreSQL
      if let url = arguments.dropFirst().first {
        let store = try PostgreSQLStore(url: url)
        try await measure("PostgreSQL", store, floor: nil, least: 2000)
      }
    #endif
  }

  /// What the C interface takes to append, as many rows to a transaction as there are writers, and to read.
  private static func floors(in folder: String) async throws -> (append: Double, read: Double) {
    try await SQLiteStore(path: "\(folder)/floor").close()
    let floor = Floor("\(folder)/floor")
    let append = await seconds { floor.append(rows, perTransaction: writers) }
    let read = await seconds { precondition(floor.readAll() == rows.count) }
    floor.close()
    print("C interface: \(rate(append)) rows appended a second, all read in \(thousandths(read)) s")
    return (append, read)
  }

  private static func measure(
    _ name: String, _ store: some Store, floor: (append: Double, read: Double)?, least: Double?
  ) async throws {
    let append = try await seconds { try await appendAll(to: store) }
    var line = "\(name): \(rate(append)) rows appended a second, each answered after its commit"
    if let least {
      let isMet = Double(rows.count) / append >= least
      line += " (at least \(Int(least)): \(isMet ? "met" : "MISSED"))"
    }
    if let floor { line += ", \(ratio(append, floor.append)) the C interface's time" }
    print(line)
    var first = 0.0
    let read = try await seconds { first = try await readAll(of: store) }
    print(
      "  a day read in \(thousandths(read)) s, its first page in \(thousandths(first)) s"
        + (floor.map { ", \(ratio(read, $0.read)) the C interface's time" } ?? ""))
    let verify = try await seconds {
      guard try await StoreVerification.verify(store).isIntact else { exit(1) }
    }
    print("  verified in \(thousandths(verify)) s")
    await store.close()
  }

  private static func appendAll(to store: some Store) async throws {
    try await withThrowingTaskGroup { group in
      for writer in 0..<writers {
        group.addTask {
          for index in stride(from: writer, to: rows.count, by: writers) {
            let time = UnixTime(seconds: 1_780_000_000 + Int64(index))
            _ = try await store.append(rows[index], owner: nil, at: time)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Reads in pages, and returns how long the first one took.
  private static func readAll(of store: some Store) async throws -> Double {
    let always = UnixTime(seconds: 0)...UnixTime(seconds: 4_000_000_000)
    var (cursor, count): (RowCursor?, Int) = (nil, 0)
    var first: Double?
    let start = ContinuousClock.now
    while true {
      let page = try await store.rows(in: always, after: cursor, limit: 1000)
      if first == nil { first = (ContinuousClock.now - start) / .seconds(1) }
      guard let last = page.last else { break }
      count += page.count
      cursor = RowCursor(last)
    }
    precondition(count == rows.count)
    return first ?? 0
  }
}

/// How long something takes.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start) / .seconds(1)
}

private func rate(_ seconds: Double) -> Int { Int(Double(StoreBench.rows.count) / seconds) }

private func thousandths(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }

private func ratio(_ a: Double, _ b: Double) -> String { "\((a / b * 100).rounded() / 100)x" }
