/// One line of the table: some work on the input, and what is asked of it.
struct Measurement {
  let name: String
  /// The least ratio to the byte table, where there is one; for clean input.
  var target: Double?
  /// The bytes that the work goes through, where they are not all of the stream.
  var byteCount: Int?
  /// The frames among them.
  var frameCount: Int?
  /// The most heap allocations per frame, where they are counted.
  var allocationsPerFrame: Int?
  /// The most instructions per frame, where they are counted; for clean input.
  var instructionsPerFrame: Int?
  /// What would make them fewer, to be said where they are too many.
  var nextStep = ""
  /// Whether the work finds the frames first, which does not count among its instructions.
  var includesFraming = true
  /// What else to say.
  var remark = ""
  /// The work.
  let body: () -> Void
}

/// The results of all measurements, each against the first one, the byte table.
struct Table {
  let input: Input
  let measurements: [Measurement]
  private var results: [Result]

  private struct Result {
    var seconds = Double.infinity
    var passes = 1
    var allocations = 0
    var instructions: Int?
  }

  init(input: Input, measurements: [Measurement]) {
    self.input = input
    self.measurements = measurements
    results = measurements.map { _ in Result() }
  }

  /// Takes turns, several rounds, and keeps the least time of each, so that what else the machine does
  /// matters least.
  mutating func measure(rounds: Int = 7) {
    for index in measurements.indices {
      measurements[index].body()  // warms up
      results[index].allocations = allocations(in: measurements[index].body)
      let once = userSeconds(of: measurements[index].body)
      results[index].passes = max(1, Int(0.1 / max(once, 0.001)))
    }
    for _ in 0..<rounds {
      for index in measurements.indices {
        let passes = results[index].passes
        let seconds = userSeconds {
          for _ in 0..<passes { measurements[index].body() }
        }
        results[index].seconds = min(results[index].seconds, seconds / Double(passes))
      }
    }
  }

  /// Counts the instructions of those that have an aim, where a counter is installed.
  mutating func countInstructions(by counter: InstructionCounter) {
    guard let framing = counter.instructionsPerFrame(of: framingName) else { return }
    for (index, measurement) in measurements.enumerated()
    where measurement.instructionsPerFrame != nil {
      results[index].instructions = counter.instructionsPerFrame(of: measurement.name).map {
        $0 - (measurement.includesFraming ? framing : 0)
      }
    }
  }

  /// Prints a line for each.
  func print() {
    row("", "MB/s", "frames/s", "ratio", "")
    let baseline = seconds(perByteOf: 0)
    for (index, measurement) in measurements.enumerated() {
      let ratio = baseline / seconds(perByteOf: index)
      let frames = Double(measurement.frameCount ?? input.frameCount) / results[index].seconds
      row(
        measurement.name, String(Int(1e-6 / seconds(perByteOf: index))),
        decimal(frames * 1e-6) + " M", decimal(ratio) + "x",
        remarks(on: measurement, ratio: ratio, results[index]))
    }
  }

  private func seconds(perByteOf index: Int) -> Double {
    results[index].seconds / Double(measurements[index].byteCount ?? input.stream.count)
  }

  private func remarks(on measurement: Measurement, ratio: Double, _ result: Result) -> String {
    var remarks: [String] = []
    if let target = measurement.target, input.isClean {
      remarks.append("at least \(target)x: \(met(ratio >= target))")
    }
    if let most = measurement.allocationsPerFrame, allocationsAreCounted {
      let frames = measurement.frameCount ?? input.frameCount
      let isMet = result.allocations <= most * frames
      let aim = most == 0 ? "none" : "at most \(most)"
      // One that is missed by less than a hundredth is not to look as if it were met.
      let rounding = isMet ? FloatingPointRoundingRule.toNearestOrAwayFromZero : .up
      let each = decimal(Double(result.allocations) / Double(frames), rounding)
      remarks.append("\(each) allocations per frame (\(aim): \(met(isMet)))")
    }
    if let most = measurement.instructionsPerFrame, let count = result.instructions {
      let aim = input.isClean ? " (at most \(most): \(met(count <= most)))" : ""
      remarks.append("\(count) instructions per frame\(aim)")
      if input.isClean && count > most { remarks.append("next: \(measurement.nextStep)") }
    }
    if !measurement.remark.isEmpty { remarks.append(measurement.remark) }
    return remarks.joined(separator: "; ")
  }

  private func met(_ isMet: Bool) -> String { isMet ? "met" : "MISSED" }

  private func row(
    _ name: String, _ megabytes: String, _ frames: String, _ ratio: String, _ remarks: String
  ) {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let padded = name + String(repeating: " ", count: max(0, 38 - name.count))
    let line = "  \(padded)\(right(megabytes, 8))\(right(frames, 10))\(right(ratio, 9))"
    Swift.print(remarks.isEmpty ? line : line + "  \(remarks)")
  }

  /// A number with two decimals.
  private func decimal(
    _ value: Double, _ rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> String {
    let hundredths = Int((value * 100).rounded(rounding))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
