internal import Bytes
internal import AppHost
internal import AppServer
internal import AppStore
internal import TextOutput

/// The command `boardsim server verify`.
struct ServerVerify: Command {
  static let words = ["server", "verify"]
  static let abstract =
    "Tell whether a store's rows are as they were written; name the first that is not."
  static let examples = ["boardsim server verify --store rows.sqlite"]
  static var parameters: [Parameter<Self>] {
    [
      .option("store", \.store.location, "WHERE", help: StoreArguments.neededHelp),
      .flag("json", \.isJSON, help: "the verdict as JSON"),
    ]
  }

  var store = StoreArguments()
  var isJSON = false

  func run() async throws {
    let verdict = try await store.use { try await StoreVerification.verify($0) }
    if isJSON {
      var json = JSONWriter()
      json.object { json in
        json.member("whole", verdict.isIntact)
        json.member("verdict", verdict.sentence)
        json.array("pruned") { json in
          for range in verdict.pruned {
            json.object { json in
              json.member("first", range.ids.lowerBound)
              json.member("last", range.ids.upperBound)
              json.member("before", range.day)
            }
          }
        }
      }
      try Console.print(json.text)
    } else {
      try Console.print(verdict.sentence)
    }
    if !verdict.isIntact { throw Failure(message: "") }
  }
}

/// The command `boardsim server migrate`.
struct ServerMigrate: Command {
  static let words = ["server", "migrate"]
  static let abstract = "Bring a store to this program's version, which starting a server does too."
  static let examples = ["boardsim server migrate --store rows.sqlite"]
  static var parameters: [Parameter<Self>] {
    [.option("store", \.store.location, "WHERE", help: StoreArguments.neededHelp)]
  }

  var store = StoreArguments()

  func run() async throws {
    try await store.use { _ in }
    try Console.print("the store is of this program's version")
  }
}

/// The command `boardsim server export`.
struct ServerExport: Command {
  static let words = ["server", "export"]
  static let abstract = "Write a store's rows, with their texts and seals."
  static let examples = [
    "boardsim server export --store rows.sqlite --format csv -o rows.csv",
    "boardsim server export --store rows.sqlite | head",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option("store", \.store.location, "WHERE", help: StoreArguments.neededHelp),
      .option("format", \.format, "NAME", help: "jsonl (default) or csv"),
      .option("output", short: "o", \.output, "FILE", help: "default: standard output"),
    ]
  }

  enum Format: String, OptionChoice {
    case jsonl, csv
  }

  var store = StoreArguments()
  var format = Format.jsonl
  var output = "-"

  func run() async throws {
    Interruption.install()
    try await store.use { store in
      var file = try OutputFile(output)
      if format == .csv { try file.write(RowExport.csvHeader) }
      try await write(store, to: &file)
      try file.finish()
    }
  }

  private func write(_ store: any Store, to file: inout OutputFile) async throws {
    var last: Int64 = 0
    while true {
      try Interruption.check()
      let page = try await store.sealedRows(after: last, limit: 500)
      for row in page {
        try file.write(format == .csv ? RowExport.csv(row) : RowExport.jsonLine(row))
      }
      guard let end = page.last else { return }
      last = end.row.id
    }
  }
}

/// The command `boardsim server import`.
struct ServerImport: Command {
  static let words = ["server", "import"]
  static let abstract = "Take accounts and rows from a dump of the original's database (pg_dump)."
  static let examples = ["boardsim server import dump.sql --store rows.sqlite"]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.file, help: "plain SQL with COPY, as pg_dump writes it; - is standard input"),
      .option("store", \.store.location, "WHERE", help: StoreArguments.neededHelp),
      .flag("quiet", short: "q", \.isQuiet, help: "no progress"),
    ]
  }

  var file = ""
  var store = StoreArguments()
  var isQuiet = false

  func run() async throws {
    Interruption.install()
    let dump: OriginalDump
    let bytes = try InputStream.bytes(of: file)
    do throws(DumpError) {
      dump = try OriginalDump(bytes)
    } catch {
      throw Failure(message: "'\(file)': \(error)")
    }
    let now = DateArgument.now
    let counter = StepCounter(
      "importing \(dump.rows.count) rows", of: dump.rows.count, isQuiet: isQuiet)
    let result = try await store.use { store in
      try await dump.add(to: store, at: now) { counter.isToGoOn(after: $0) }
    }
    counter.finish()
    try Console.print(
      "\(result.accounts) accounts and \(result.rows) rows added; "
        + "\(dump.accounts.count - result.accounts) accounts were there")
    try Interruption.check()
  }
}
