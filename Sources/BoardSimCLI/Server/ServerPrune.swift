internal import AppServer
internal import AppStore
internal import GNSSBasics
internal import TextOutput

/// The command `boardsim server prune`.
struct ServerPrune: Command {
  static let words = ["server", "prune"]
  static let abstract =
    "Remove a store's rows of whole months before a date; what is left can be verified."
  static let examples = [
    "boardsim server prune --before 2026-01 --store rows.sqlite --dry-run",
    "boardsim server prune --before 2026-01 --store rows.sqlite --yes",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option(
        "before", \.before, "DATE",
        help: "a month or a day, YYYY-MM or YYYY-MM-DD; the rows of each month of UTC\n"
          + "that ends before it are removed"),
      .option("store", \.store.location, "WHERE", help: StoreArguments.neededHelp),
      .flag("dry-run", \.isDryRun, help: "only tell what would be removed"),
      .flag("yes", \.isConfirmed, help: "remove it; nothing brings it back"),
      .flag("json", \.isJSON, help: "months and rows as JSON"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(["before"], says: "a date is needed: --before YYYY-MM") { $0.before == nil },
      CommandRule(
        ["dry-run", "yes"],
        says: "give --dry-run to see what would be removed, or --yes to remove it"
      ) { $0.isDryRun == $0.isConfirmed },
    ]
  }

  var before: PruneDate?
  var store = StoreArguments()
  var isDryRun = false
  var isConfirmed = false
  var isJSON = false

  func run() async throws {
    guard let before else { return }
    guard before.time <= DateArgument.now else {
      throw UsageError(
        message: "--before \(before.text) lies in the future; name a date up to today")
    }
    Interruption.install()
    let months = try await store.use { store in
      let months = try await store.months(before: before.time)
      if months.isEmpty {
        throw Failure(
          message: "nothing to prune: no month with rows ends before \(before.text)")
      }
      return isDryRun ? months : try await prune(months, of: store)
    }
    try Console.print(isJSON ? json(months) : summary(months))
    try Interruption.check()
  }

  /// Prunes months, the oldest first, and returns those that were pruned before an interruption.
  private func prune(
    _ months: [StoredMonth], of store: any PrunableStore
  ) async throws -> [StoredMonth] {
    var pruned: [StoredMonth] = []
    for var month in months where !Interruption.isRequested {
      do throws(StoreError) {
        month.count = try await store.prune(month)
      } catch {
        throw Failure(
          message: "\(month.name): \(error.description); pruned before it: \(pruned.count) months")
      }
      if month.count > 0 { pruned.append(month) }
    }
    return pruned
  }

  private func summary(_ months: [StoredMonth]) -> String {
    let sum = months.reduce(0) { $0 + $1.count }
    let end = "\(months.count) months, \(sum) rows \(isDryRun ? "would be removed" : "removed")"
    return (months.map { "\($0.name)  \($0.count) rows" } + [end]).joined(separator: "\n")
  }

  private func json(_ months: [StoredMonth]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("before", before?.text)
      json.member("dryRun", isDryRun)
      json.member("rows", months.reduce(0) { $0 + $1.count })
      json.array("months") { json in
        for month in months {
          json.object { json in
            json.member("month", month.name)
            json.member("end", AirRow.timestamp(month.time.upperBound))
            json.member("rows", month.count)
          }
        }
      }
    }
    return json.text
  }
}

/// A month or a day, such as `2026-01` or `2026-01-31`: its first instant.
struct PruneDate: OptionValue, Equatable {
  let text: String
  let time: UnixTime

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard numbers.count == parts.count, [[4, 2], [4, 2, 2]].contains(parts.map(\.utf8.count)),
      let date = CivilDate(
        year: numbers[0], month: numbers[1], day: numbers.count > 2 ? numbers[2] : 1),
      let time = UnixTime(date)
    else {
      throw UsageError(
        message: "\(parameter) must be a month or a day, YYYY-MM or YYYY-MM-DD, not '\(text)'")
    }
    (self.text, self.time) = (text, time)
  }
}
