internal import BoardFirmware
internal import TextOutput
internal import VirtualBoard

/// The file that the end of a run is told in.
struct ReportArgument: OptionValue {
  var path: String

  init(optionText text: String, of parameter: String) throws(UsageError) { path = text }

  /// Writes the last status of one board, or of several below `boards`, and what became of expectations.
  func write(
    _ snapshots: [BoardSnapshot], of numbers: Range<Int>, _ outcomes: [ExpectationOutcome]
  ) throws(Failure) {
    let statuses = snapshots.map { $0.status(at: $0.boardTime) }
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
