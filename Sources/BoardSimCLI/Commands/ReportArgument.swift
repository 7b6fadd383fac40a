internal import BoardFirmware
internal import TextOutput
internal import VirtualBoard

/// The file for the report of a run.
struct ReportArgument: OptionValue {
  var path: String

  static var candidates: Candidates { .files }

  init(optionText text: String, of parameter: String) throws(UsageError) { path = text }

  /// Writes the report: the last status, the orders and the outcomes of expectations.
  ///
  /// The status and orders of several boards are listed below `boards`. A report that is a page is written by its
  /// recording.
  func write(
    _ snapshots: [BoardSnapshot], _ orders: [[BoardEvent]], of numbers: Range<Int>,
    _ outcomes: [ExpectationOutcome]
  ) throws(Failure) {
    guard !RunRecording.isPage(path) else { return }
    let statuses = zip(snapshots, orders).map { snapshot, orders in
      DescribedValue.object(
        snapshot.status(at: snapshot.boardTime).members
          + [Described("events", .array(orders.map(\.described)))])
    }
    let report =
      statuses.count == 1
      ? statuses[0]
      : .object([
        Described(
          "boards",
          .array(
            zip(numbers, statuses).map { number, status in
              .object([Described("board", count: number)] + status.members)
            }))
      ])
    try TextFile.write(report.adding(outcomes).json + "\n", to: path)
  }
}
