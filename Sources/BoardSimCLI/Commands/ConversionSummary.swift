internal import RINEX
internal import RTCMJSON
internal import RTCMStreams
internal import TextOutput

/// The summary of a conversion, as text and as JSON.
struct ConversionSummary {
  private let counts: ConversionCounts
  private let bytesIn: Int
  private let otherBytes: Int
  private let lines: (all: Int, bad: Int)?
  private let log: RawLogInput?
  private let bytesOut: Int
  private let dateOutliers: [DateClaim]
  private let rinex: RINEXTotals?
  private let losses: ConversionLosses?

  init(of conversion: ConversionInput, into output: any ConversionOutput) {
    counts = conversion.converter.counts
    bytesIn = conversion.byteCount
    otherBytes = conversion.converter.scanned.otherBytes
    lines = conversion.lines.map { ($0.lineCount, conversion.badLineCount) }
    log = conversion.log
    bytesOut = output.byteCount
    dateOutliers = output.dateOutliers
    rinex = output.rinex
    losses = output.losses
  }

  /// The reason for leaving an epoch out.
  static let disorder = "epochs that are not later than the one before"

  private var dropped: [(name: String, reason: String, count: Int)] {
    [
      ("dropped_by_type", "by message type", counts.droppedByType),
      ("dropped_by_constellation", "by constellation", counts.droppedByConstellation),
      ("dropped_by_epoch", "by epoch", counts.droppedByEpoch),
      ("dropped_by_signals", "without a signal left", counts.droppedBySignals),
      ("dropped_by_satellites", "without a satellite left", counts.droppedBySatellites),
      ("dropped_by_form", "without a legacy form", counts.droppedByForm),
      ("dropped_by_length", "too long", counts.droppedByLength),
    ]
  }

  /// The summary as a JSON object.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("frames_in", counts.framesIn)
      json.member("frames_out", counts.framesOut)
      json.member("frames_changed", counts.framesChanged)
      for cause in dropped { json.member(cause.name, cause.count) }
      json.member("frames_split", counts.framesSplit)
      if !counts.framesTooLong.isEmpty {
        json.array("too_long") { json in
          for frames in counts.framesTooLong { frames.write(to: &json) }
        }
      }
      json.member("satellites_without_place", counts.satellitesWithoutPlace)
      json.member("satellites_without_channel", counts.satellitesWithoutChannel)
      json.member("undecodable", counts.undecodable)
      json.member("bytes_in", bytesIn)
      json.member("other_bytes_in", otherBytes)
      json.member("bytes_out", bytesOut)
      if let lines {
        json.member("lines_in", lines.all)
        json.member("bad_lines", lines.bad)
      }
      if let log {
        json.member("ubx_epochs", log.counts.epochs)
        json.member("ubx_ephemerides", log.counts.ephemerides)
        json.member("ubx_unreadable", log.counts.unreadable)
        json.member("ubx_incomplete_measurements", log.counts.incomplete)
        json.member("ubx_bad_checksums", log.badChecksums)
      }
      if let rinex {
        json.member("epochs", rinex.epochs)
        json.member("ephemerides", rinex.ephemerides)
        if let disorders = rinex.disorders { json.member("epochs_out_of_order", disorders) }
        if !rinex.files.isEmpty {
          json.array("files") { json in for file in rinex.files { json.value(file) } }
        }
      }
      losses?.write(to: &json)
      if !dateOutliers.isEmpty {
        json.array("date_outliers") { json in for claim in dateOutliers { claim.write(to: &json) } }
      }
    }
    return json.text
  }

  /// The summary as a few lines of text.
  var text: String {
    var lines = [
      "frames: \(counts.framesIn) in, \(counts.framesOut) out, \(counts.framesChanged) of them changed",
      "bytes:  \(bytesIn) in, \(bytesOut) out",
    ]
    if let log { lines.insert(contentsOf: log.lines, at: 0) }
    if let rinex {
      lines.append("RINEX:  \(rinex.epochs) epochs, \(rinex.ephemerides) ephemerides")
      if let disorders = rinex.disorders, disorders > 0 {
        lines.append("left out: \(Self.disorder): \(disorders)")
      }
      if !rinex.files.isEmpty { lines.append("files:  " + rinex.files.joined(separator: ", ")) }
    }
    lines += losses?.lines ?? []
    if !dateOutliers.isEmpty {
      lines.append(dateOutliers.remark)
    }
    let reasons = dropped.filter { $0.count > 0 }.map { "\($0.count) \($0.reason)" }
    if !reasons.isEmpty { lines.append("dropped: " + reasons.joined(separator: ", ")) }
    if counts.framesSplit > 0 { lines.append("split by satellites: \(counts.framesSplit) MSMs") }
    lines += leftOut
    if counts.undecodable > 0 {
      lines.append(
        "\(counts.undecodable) messages could not be decoded and passed as they were; "
          + "'boardsim rtcm decode' shows why")
    }
    if otherBytes > 0 {
      lines.append("\(otherBytes) bytes of the input are part of no frame")
    }
    return lines.joined(separator: "\n")
  }

  /// The lines on satellites that the messages from before MSM lack.
  private var leftOut: [String] {
    var lines: [String] = []
    if counts.satellitesWithoutPlace > 0 {
      lines.append(
        "\(counts.satellitesWithoutPlace) times a satellite was left out: "
          + "no C/A or P code on L1, or a reserved number")
    }
    if counts.satellitesWithoutChannel > 0 {
      lines.append(
        "\(counts.satellitesWithoutChannel) times a GLONASS satellite was left out: "
          + "no MSM5, MSM7 or 1020 had told its frequency channel; --glonass-channel R01=N does")
    }
    return lines
  }
}
