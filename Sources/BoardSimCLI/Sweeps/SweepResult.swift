internal import TextOutput
internal import VirtualBoard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of one replay of a sweep, as its file holds it.
struct SweepResult: Hashable, Sendable {
  var job: SweepJob
  var inputs: SweepInputs
  /// The scenario's name and the seed of the board; `nil` when the replay could not begin.
  var scenario: String?
  var seed: UInt64?
  /// The reason why the replay did not come to its end; `nil` when it did.
  var error: String?
  /// The driver mistakes that are no failure, in lines; `nil` for none.
  var misuse: String?
  var outcomes: [Outcome] = []
  var figures = Figures()
  /// The report as JSON; empty when there is none.
  var report: [UInt8] = []

  /// The outcome of an expectation.
  struct Outcome: Hashable, Sendable, Codable {
    var expectation: String
    /// The expectation in words with what was found instead; `nil` when it was met.
    var failure: String?
  }

  /// The figures of a report that tables show.
  struct Figures: Hashable, Sendable, Decodable {
    var bestFix: String?
    /// The time from boot to the first fix with whole ambiguities, seconds.
    var fixedAfter: Double?
    /// The level error in the fixed state, RMS, metres.
    var fixedError: Double?
    /// The number of frames with a wrong CRC.
    var badFrames: Int?
  }

  /// Whether the replay came to its end and met each expectation.
  var isAsExpected: Bool { error == nil && outcomes.allSatisfy { $0.failure == nil } }

  /// The replay in one line: its outcome, its title, and its fix or the first failure.
  var line: String {
    if let error { return "error  \(job.title): \(error)" }
    if let failure = outcomes.lazy.compactMap(\.failure).first {
      return "failed \(job.title): \(failure)"
    }
    let fix = figures.bestFix ?? "no fix"
    let after = figures.fixedAfter.map { " after \(PlainText.number($0, decimals: 1)) s" } ?? ""
    return "ok     \(job.title): \(fix)\(after)"
  }

  /// Takes the outcomes of a replay, with the driver mistakes as one that is not met where they are to fail.
  mutating func take(
    _ outcomes: [ExpectationOutcome], misuse: String?, _ strict: StrictName
  ) {
    self.outcomes = outcomes.map {
      Outcome(expectation: $0.expectation.text, failure: $0.isMet ? nil : "\($0)")
    }
    if strict == .fail, let misuse {
      self.outcomes.append(Outcome(expectation: JUnitReport.noMisuse, failure: misuse))
    } else {
      self.misuse = misuse
    }
  }

  /// The test cases: one for each expectation, one for an error, one for a remark.
  var cases: [JUnitReport.Case] {
    JUnitReport.cases(
      outcomes: outcomes.map { ($0.expectation, $0.failure) }, error: error, misuse: misuse)
  }
}

/// The inputs of a replay: a result holds as long as they are the same.
struct SweepInputs: Hashable, Sendable, Codable {
  /// The length of the capture's file, bytes.
  var bytes: Int
  /// The date of the last change of the capture's file, seconds since 1970.
  var modified: Double
  /// The SHA-256 of all other options.
  var options: String

  init(of path: String, options: String) {
    let file = FileStamp(of: path)
    (bytes, modified, self.options) = (file?.byteCount ?? 0, file?.modified ?? 0, options)
  }
}

// MARK: The file

extension SweepResult {
  /// The result as a JSON object on one line.
  var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("capture", job.capture)
      json.member("scenario", scenario)
      json.member("seed", seed)
      json.object("job") { json in
        json.member("scenario", job.scenario)
        json.member("seed", job.seed)
      }
      json.object("inputs") { json in
        json.member("bytes", inputs.bytes)
        json.member("modified", exactly: inputs.modified)
        json.member("options", inputs.options)
      }
      json.member("error", error)
      json.member("misuse", misuse)
      json.array("outcomes") { json in
        for outcome in outcomes {
          json.object { json in
            json.member("expectation", outcome.expectation)
            json.member("failure", outcome.failure)
          }
        }
      }
      json.member("report") { json in
        json.value(json: report.isEmpty ? Array("null".utf8) : report)
      }
    }
    return json.bytes
  }

  /// Reads a result.
  ///
  /// - Returns: The result, without its report's bytes; `nil` for text that is none.
  init?(json bytes: [UInt8]) {
    // A result that cannot be read is none: its replay is done again.
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
      return nil
    }
    job = SweepJob(
      capture: document.capture, scenario: document.job.scenario, seed: document.job.seed)
    (inputs, scenario, seed) = (document.inputs, document.scenario, document.seed)
    (error, misuse, outcomes) = (document.error, document.misuse, document.outcomes)
    figures = document.report?.figures ?? Figures()
  }

  private struct Document: Decodable {
    struct Job: Decodable {
      var scenario: String?
      var seed: UInt64?
    }
    struct Report: Decodable {
      struct GNSS: Decodable {
        struct Errors: Decodable {
          struct State: Decodable { var horizontal_rms: Double? }
          var fixed: State?
          enum CodingKeys: String, CodingKey { case fixed = "rtk-fixed" }
        }
        var best_fix: String?
        var seconds_to_rtk_fixed: Double?
        var errors: Errors?
      }
      struct Stream: Decodable { var bad_crc: Int? }
      var gnss: GNSS?
      var rtcm: Stream?

      var figures: Figures {
        Figures(
          bestFix: gnss?.best_fix, fixedAfter: gnss?.seconds_to_rtk_fixed,
          fixedError: gnss?.errors?.fixed?.horizontal_rms, badFrames: rtcm?.bad_crc)
      }
    }
    var capture: String
    var scenario: String?
    var seed: UInt64?
    var job: Job
    var inputs: SweepInputs
    var error: String?
    var misuse: String?
    var outcomes: [Outcome]
    var report: Report?
  }
}

extension SweepResult.Figures {
  /// Takes the figures of a report.
  init(of report: DescribedValue) {
    func number(_ path: String) -> Double? {
      if case .number(let value, _)? = report[path: path] { value } else { nil }
    }
    bestFix = report[path: "gnss.best_fix"]?.text
    fixedAfter = number("gnss.seconds_to_rtk_fixed")
    fixedError = number("gnss.errors.rtk-fixed.horizontal_rms")
    if case .count(let count)? = report[path: "rtcm.bad_crc"] { badFrames = count }
  }
}
