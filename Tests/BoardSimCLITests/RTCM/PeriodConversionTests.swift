import Foundation
import GNSSBasics
import RINEX
import RTCMStreams
import TestSupport
import Testing
import UBloxRaw

@testable import BoardSimCLI

@Suite("boardsim rtcm convert --period")
struct PeriodConversionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The first part of the project's capture, epoch by epoch: from 12:00:18 on, at 1 Hz.
  private static let epochs = Result { Array(try MilanBase.epochs.prefix(180)) }
  private static var stream: [UInt8] { get throws { try epochs.get().flatMap(\.self) } }

  /// Makes a folder for files.
  private func place(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: name), withIntermediateDirectories: true)
    return folder.path(name)
  }

  private func words(
    _ input: String, _ place: String, _ more: [String], date: String? = "2026-06-01"
  ) -> [String] {
    [
      "rtcm", "convert", input, "-o", place, "--long-name", "MILA00ITA", "--period", "1M", "-q",
    ] + (date.map { ["--date", $0] } ?? []) + more
  }

  /// Converts a stream that is read from a file, and expects success.
  @discardableResult
  private func convert(
    _ stream: [UInt8], to name: String, _ more: String..., date: String? = "2026-06-01"
  ) async throws -> BoardSimProcess.Outcome {
    let input = try folder.write(stream, to: "input")
    let outcome = try await boardsim(words(input, try place(name), more, date: date))
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    return outcome
  }

  /// The visible files of a folder with their content.
  private func files(_ name: String) throws -> [String: [UInt8]] {
    let names = try folder.names(in: name).filter { !$0.hasPrefix(".") }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try folder.bytes(of: "\(name)/\($0)")) })
  }

  private func expectSame(_ name: String, as other: String) throws {
    let (one, two) = (try files(name), try files(other))
    #expect(one.keys.sorted() == two.keys.sorted())
    for (file, bytes) in one {
      let isSame = bytes == two[file]
      #expect(isSame, "\(file)")
    }
  }

  private func text(_ name: String) throws -> String { try folder.text(of: name) }

  @Test("a file for each minute holds what 'rinex split' makes of the whole, with its name")
  func isAsSplit() async throws {
    let outcome = try await convert(Self.stream, to: "periods", "--json")
    _ = try await boardsim(
      "rtcm", "convert", folder.path("input"), "-o", folder.path("whole.obs"), "-q")
    _ = try await boardsim(
      "rinex", "split", folder.path("whole.obs"), "-o", try place("split"), "--period", "1M",
      "--long-name", "MILA00ITA", "-q")
    let split = try folder.names(in: "split")
    #expect(
      split == (0...3).map { "MILA00ITA_R_202615212\($0 < 10 ? "0" : "")\($0)_01M_01S_MO.rnx" })
    // A period has the channels known at its end, and 'rinex split' those of the whole.
    func lines(_ path: String) throws -> [Substring] {
      try text(path).split(separator: "\n").filter { !$0.hasSuffix("GLONASS SLOT / FRQ #") }
    }
    for name in split { #expect(try lines("split/\(name)") == lines("periods/\(name)"), "\(name)") }
    let navigation = try text("periods/MILA00ITA_R_20261521200_01M_MN.rnx")
    #expect(navigation.contains("NAV DATA") && navigation.contains("\nG"))
    #expect(try folder.names(in: "periods").count { $0.hasSuffix("O.rnx") } == 4)
    #expect(try folder.names(in: "periods").allSatisfy { !$0.hasPrefix(".") })

    let objects = try outcome.text.split(separator: "\n").map { try JSONDocument(String($0)) }
    let made = objects.filter { $0.text("event") == "file" && $0.text("kind") == "observations" }
    #expect(made.map { $0.number("epochs") } == [42, 60, 60, 18])
    #expect(made.map { $0["complete"] as? Bool } == [true, true, true, false])
    #expect(made[1].text("first_gps") == "2026-06-01T12:01:00.000")
    #expect(made[1].text("last_gps") == "2026-06-01T12:01:59.000")
    let summary = try #require(objects.last)
    #expect(summary.number("epochs") == 180 && summary.number("epochs_out_of_order") == 0)
    #expect(
      (summary["files"] as? [String])?.sorted() == objects.compactMap { $0.text("path") }.sorted())
  }

  @Test(
    "runs that end anywhere make the files of one run, byte for byte",
    arguments: [[42], [60, 61], [103], [10, 170]])
  func goesOn(cuts: [Int]) async throws {
    let epochs = try Self.epochs.get()
    try await convert(Self.stream, to: "one", "--hatanaka")
    var start = 0
    for cut in cuts + [epochs.count] {
      try await convert(
        epochs[start..<cut].flatMap(\.self), to: "cut", "--hatanaka", "--append")
      start = cut
    }
    try expectSame("cut", as: "one")
    #expect(
      try folder.names(in: "cut").filter { $0.hasPrefix(".") }
        == [".MILA00ITA_R_20261521203_01M.partial"])
    // The whole once more adds nothing.
    let again = try await convert(Self.stream, to: "cut", "--hatanaka", "--append", "--json")
    let summary = try JSONDocument(String(try #require(again.text.split(separator: "\n").last)))
    #expect(summary.number("epochs_out_of_order") == 180)
    try expectSame("cut", as: "one")
  }

  @Test("a run that ends between the messages of an epoch leaves its rest to the next")
  func goesOnInsideAnEpoch() async throws {
    let epochs = try Self.epochs.get()
    let epoch = frames(of: epochs[70]).map(\.bytes)
    try await convert(Self.stream, to: "one")
    let first = epochs[..<70].flatMap(\.self) + epoch.dropLast(2).flatMap(\.self)
    try await convert(first, to: "cut", "--append")
    try await convert(
      epoch.suffix(2).flatMap(\.self) + epochs[71...].flatMap(\.self), to: "cut", "--append")
    try expectSame("cut", as: "one")
  }

  @Test("phases of messages from before MSM go on over a run's end")
  func goesOnWithPhases() async throws {
    let capture = try Data(
      contentsOf: SharedCaptures.packageRoot.appending(path: "captures/legacy.rtcm3"))
    let epochs = Capture([UInt8](capture)).index.slices.map { [UInt8](capture[$0.range]) }
    let cut = epochs.count / 2
    try await convert(epochs.flatMap(\.self), to: "one")
    try await convert(epochs[..<cut].flatMap(\.self), to: "cut", "--append")
    try await convert(epochs[cut...].flatMap(\.self), to: "cut", "--append")
    try expectSame("cut", as: "one")
  }

  @Test("a receiver's log, whose epochs are no messages, goes on too")
  func goesOnWithALog() async throws {
    var (writer, log, assembler) = (RawStreamWriter(), [[UInt8]](), Self.assembler)
    for epoch in try Self.epochs.get().prefix(100) {
      for frame in frames(of: epoch) {
        let message = try decoded(frame.payload)
        if let ephemeris = BroadcastEphemeris(message) { writer.ephemerides.append(ephemeris) }
        try assembler.add(message) { log.append(try writer.bytes(at: $0)) }
      }
    }
    // The first half has no ephemeris that the second one has the rest of.
    try await convert(log.flatMap(\.self), to: "one")
    try await convert(log[..<60].flatMap(\.self), to: "cut", "--append")
    try await convert(log[60...].flatMap(\.self), to: "cut", "--append")
    let (one, cut) = (try files("one"), try files("cut"))
    let observations = one.keys.filter { $0.hasSuffix("_MO.rnx") }
    #expect(observations.count == 2)
    for name in observations { #expect(one[name] == cut[name], "\(name)") }
  }

  private static var assembler: EpochAssembler {
    EpochAssembler(near: GPSTime(week: 2421, secondsOfWeek: 129_600))
  }

  @Test("a minute knows the station and the channels that an earlier one has told")
  func carriesOn() async throws {
    let epochs = try Self.epochs.get()
    let later = try folder.write(epochs[60...].flatMap(\.self), to: "later")
    // MSM4 tells no frequency channel, without which a phase has no cycles.
    _ = try await boardsim(
      "rtcm", "convert", later, "-o", folder.path("bare.rtcm3"), "--drop-type", "1006",
      "--drop-type", "1008", "--drop-type", "1033", "--drop-type", "1230", "--drop-type", "1020",
      "--msm", "4", "-q")
    let bare = try folder.bytes(of: "bare.rtcm3")
    try await convert(
      epochs[..<60].flatMap(\.self) + bare, to: "one", "--keep-constellation", "glonass")
    let text = try text("one/MILA00ITA_R_20261521202_01M_01S_RO.rnx")
    #expect(text.contains("BOARDSIM SYNTHESIZER") && text.contains("ADVNULLANTENNA"))
    let record = try #require(text.split(separator: "\n").last { $0.hasPrefix("R") })
    #expect(record.count > 40)
    #expect(
      !text.contains(" 0.0000        0.0000        0.0000                  APPROX POSITION XYZ"))
    try await convert(
      epochs[..<60].flatMap(\.self), to: "cut", "--keep-constellation", "glonass", "--append")
    try await convert(bare, to: "cut", "--keep-constellation", "glonass", "--append")
    try expectSame("cut", as: "one")
  }

  @Test("ephemerides of NavIC and of SBAS have their records, too")
  func otherEphemerides() async throws {
    var navic = NavICEphemeris(satelliteID: 4)
    (navic.week, navic.referenceTime, navic.clockReferenceTime) = (373, 129_600, 129_600)
    navic.squareRootOfSemiMajorAxis = 6493
    var sbas = SBASEphemeris(satelliteID: 3)
    (sbas.referenceTime, sbas.position.x) = (43_200, 42_000_000)
    let orbits: [RTCMMessage] = [.navicEphemeris(navic), .sbasEphemeris(sbas)]
    let epochs = try Self.epochs.get().prefix(60).flatMap(\.self)
    try await convert(orbits.flatMap { try $0.frame() } + epochs, to: "one")
    let navigation = try text("one/MILA00ITA_R_20261521200_01M_MN.rnx")
    #expect(navigation.contains("\nI04 2026 06 01 12 00 00"))
    #expect(navigation.contains("\nS23 2026 06 01 12 00 00"))
    let info = try await boardsim(
      "rinex", "info", folder.path("one/MILA00ITA_R_20261521200_01M_MN.rnx"))
    #expect(info.text.contains("NavIC") && info.text.contains("SBAS"), "\(info.text)")
  }

  @Test("an epoch of a wrong time neither ends a period nor has a place")
  func wrongTimes() async throws {
    let epochs = try Self.epochs.get()
    let late = try MilanBase.epochs[500]
    var stream = epochs
    stream.insert(epochs[20], at: 80)
    stream.insert(late, at: 50)
    let outcome = try await convert(stream.flatMap(\.self), to: "odd", "--json")
    let summary = try JSONDocument(String(try #require(outcome.text.split(separator: "\n").last)))
    #expect(summary.number("epochs_out_of_order") == 2 && summary.number("epochs") == 180)
    try await convert(Self.stream, to: "one")
    for (name, bytes) in try files("odd") where name.hasSuffix("O.rnx") {
      #expect(try folder.bytes(of: "one/\(name)") == bytes, "\(name)")
    }
  }

  @Test("the end of a week ends a period, and names go on in the next one")
  func weekEnds() async throws {
    // The week of GPS ends 18 s before midnight of Saturday.
    _ = try await boardsim(
      "capture", "synth", "-o", folder.path("week.rtcm3"), "--start", "2026-06-06T23:59:12Z",
      "--duration", "60", "-q")
    try await convert(folder.bytes(of: "week.rtcm3"), to: "week", date: nil)
    #expect(
      try folder.names(in: "week").filter { $0.hasSuffix("MO.rnx") } == [
        "MILA00ITA_R_20261572359_01M_01S_MO.rnx", "MILA00ITA_R_20261580000_01M_01S_MO.rnx",
      ])
  }

  @Test(
    "a caster's stream makes files while it goes on; killed or interrupted, the next run goes on",
    arguments: [true, false])
  func live(isKilled: Bool) async throws {
    let stream = try Self.stream
    let half = try Self.epochs.get().prefix(110).flatMap(\.self)
    try await convert(stream, to: "one")
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("ICY 200 OK\r\n\r\n".utf8) + half)
      connection.waitForEnd()
    }
    defer { caster.close() }
    let place = try place("live")
    let process = try BoardSimProcess(
      words("ntrip://127.0.0.1:\(caster.port)/M", place, ["--append", "--json"]))
    // The second minute is under way when the first one's files are there.
    let line = try #require(await process.nextLine())
    #expect(line.contains("MILA00ITA_R_20261521200_01M_01S_MO.rnx"))
    #expect(try folder.names(in: "live").contains("MILA00ITA_R_20261521200_01M_01S_MO.rnx"))
    if isKilled { process.kill() } else { process.interrupt() }
    let ended = await process.end()
    #expect(ended.status == (isKilled ? -1 : 0), "\(ended.errorLines)")
    #expect(try folder.names(in: "live").contains { $0.hasSuffix("01M.partial") })
    // What it had read by then is left out of the whole, which comes again.
    let again = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("ICY 200 OK\r\n\r\n".utf8) + stream)
      connection.waitForEnd()
    }
    defer { again.close() }
    let next = try BoardSimProcess(
      words("ntrip://127.0.0.1:\(again.port)/M", place, ["--append", "--json"]))
    while let line = await next.nextLine(), !line.contains("1202_01M_MN.rnx") {}
    next.interrupt()
    let outcome = await next.end()
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    // Of the last minute it has what had come when it was interrupted.
    let (one, live) = (try files("one"), try files("live"))
    for minute in ["1200", "1201", "1202"] {
      let name = "MILA00ITA_R_2026152\(minute)_01M_01S_MO.rnx"
      #expect(one[name] != nil && one[name] == live[name], "\(name)")
    }
  }

  @Test("a journal's end that was cut off is left out")
  func damagedJournal() async throws {
    let epochs = try Self.epochs.get()
    try await convert(Self.stream, to: "one")
    try await convert(epochs[..<100].flatMap(\.self), to: "cut", "--append")
    let journal = "cut/.MILA00ITA_R_20261521201_01M.partial"
    let bytes = try folder.bytes(of: journal)
    // The names of the files made, the last entries, and a part of the last epoch.
    _ = try folder.write(Array(bytes.dropLast(500)), to: journal)
    try await convert(epochs[90...].flatMap(\.self), to: "cut", "--append")
    try expectSame("cut", as: "one")
  }

  @Test("files of a run that knew less are replaced by those of the next")
  func otherNames() async throws {
    let epochs = try Self.epochs.get()
    // One epoch has no interval.
    try await convert(epochs[0], to: "cut", "--append")
    #expect(try files("cut").keys.contains("MILA00ITA_R_20261521200_01M_00U_MO.rnx"))
    try await convert(epochs[1...].flatMap(\.self), to: "cut", "--append")
    try await convert(Self.stream, to: "one")
    try expectSame("cut", as: "one")
  }

  @Test("what an earlier run has left is neither lost nor taken without --append")
  func refusals() async throws {
    let epochs = try Self.epochs.get()
    try await convert(epochs[..<30].flatMap(\.self), to: "a", "--append")
    let input = try folder.write(Self.stream, to: "input")
    let plain = try await boardsim(words(input, folder.path("a"), []))
    #expect(plain.status == 1)
    #expect(
      plain.errorLines.last?.contains("is what an earlier run has left; go on with it by --append")
        == true)
    // Without --append nothing is left to go on with, and files are replaced.
    try await convert(epochs[..<30].flatMap(\.self), to: "b")
    try await convert(Self.stream, to: "b")
    let extended = try await boardsim(words(input, folder.path("b"), ["--append"]))
    #expect(extended.status == 1)
    #expect(extended.errorLines.last?.contains("_01M_01S_MO.rnx' is there, and no journal") == true)
    // Another file of the journal's name.
    _ = try folder.write(
      [UInt8](repeating: 7, count: 1000), to: "b/.MILA00ITA_R_20261521200_01M.partial")
    let foreign = try await boardsim(words(input, folder.path("b"), ["--append"]))
    #expect(foreign.status == 1 && foreign.errorLines.last?.contains("is no journal") == true)
    #expect(try folder.bytes(of: "b/.MILA00ITA_R_20261521200_01M.partial").count == 1000)
  }

  @Test("two runs do not write the same files at once")
  func locks() async throws {
    let epochs = try Self.epochs.get()
    let place = try place("a")
    try await convert(epochs[..<30].flatMap(\.self), to: "a", "--append")
    let path = try #require(try folder.names(in: "a").first { $0.hasSuffix("partial") })
    let journal = try PeriodJournal.resume("\(place)/\(path)") { _ in }
    let other = try await boardsim(words(folder.path("input"), place, ["--append"]))
    #expect(other.status == 1)
    #expect(other.errorLines.last?.contains("another process writes") == true)
    _ = consume journal
  }

  @Test("what cannot be converted leaves no file")
  func failures() async throws {
    let garbage = try folder.write([UInt8](repeating: 0x55, count: 5000), to: "garbage")
    let epochs = try Self.epochs.get()
    let dateless = try folder.write(epochs[0], to: "whole")
    _ = try await boardsim(
      "rtcm", "convert", dateless, "-o", folder.path("dateless.rtcm3"), "--keep-constellation",
      "gps", "--drop-type", "1013", "--drop-type", "1029", "-q")
    for (input, words) in [
      (garbage, "holds no RTCM 3 frame"), (folder.path("dateless.rtcm3"), "give --date"),
    ] {
      let outcome = try await boardsim(
        self.words(input, try place("none"), ["--append"], date: nil))
      #expect(outcome.status != 0)
      #expect(outcome.errorLines.contains { $0.contains(words) }, "\(outcome.errorLines)")
      #expect(try folder.names(in: "none").isEmpty)
    }
    let nothing = try await boardsim(
      words(dateless, folder.path("none"), ["--keep-constellation", "navic"]))
    #expect(nothing.status == 1)
    #expect(try folder.names(in: "none").isEmpty)
  }

  @Test("compact files are expanded by Hatanaka's program", .compares(with: .crx2rnx, .gzip))
  func expands() async throws {
    let crx2rnx = try OutsideProgram(.crx2rnx), gzip = try OutsideProgram(.gzip)
    try await convert(Self.stream, to: "compact", "--hatanaka")
    try await convert(Self.stream, to: "plain")
    for name in try folder.names(in: "compact") where name.hasSuffix("MO.crx.gz") {
      let compact = try gzip.run(["-dc", folder.path("compact/\(name)")], in: folder.url).output
      let input = URL(filePath: try folder.write(Array(compact.utf8), to: "compact.crx"))
      let expanded = try crx2rnx.run(["-"], in: folder.url, input: input).output
      let plain = try text("plain/" + name.replacing(".crx.gz", with: ".rnx"))
      // Hatanaka's program prints no zero before the point.
      func shown(_ text: String) -> String {
        text.components(separatedBy: "\n").map { line in
          if line.contains("/") { return line }
          return line.replacing(" 0.", with: "  .").replacing("-0.", with: " -.")
        }.joined(separator: "\n")
      }
      #expect(shown(expanded) == shown(plain), "\(name)")
    }
  }
}

@Suite("The entries of a period's journal")
struct JournalRecordTests {
  private static var records: [JournalRecord] {
    get throws {
      var observation = SignalObservation(
        constellation: .glonass, satelliteNumber: 7, code: try #require(RINEXSignalCode("1C")),
        glonassFrequencyChannel: -7)
      (observation.pseudorange, observation.phaserange) = (2.2e7, 2.2e7 + 0.1)
      (observation.phaserangeRate, observation.cnr) = (-512.25, 41.0625)
      (observation.minimumLockTimeMilliseconds, observation.messageType) = (524_288, 1087)
      observation.hasHalfCycleAmbiguity = true
      var other = SignalObservation(
        constellation: .navic, satelliteNumber: 255, code: try #require(RINEXSignalCode("5A")))
      (other.code, other.signalID, other.carrierFrequency) = (nil, 31, nil)
      let epoch = ObservationEpoch(
        time: GPSTime(week: 2421, millisecondsOfWeek: 12_345), stationID: 4095,
        observations: [observation, other])
      return [
        .period(FilePeriod(of: epoch.time, nanoseconds: 3_600_000_000_000)),
        .station([1, 2, 3]), .message([]), .channels([1: -7, 24: 6]), .epoch(epoch),
        .phases(epoch), .file("a.rnx"),
        .locks(
          [
            SignalLock(
              SatelliteID(.gps, 5), try #require(RINEXSignalCode("2W")), milliseconds: 64,
              hasSlipped: true)
          ], stationID: 7),
      ]
    }
  }

  @Test("an entry is read as it was written, and not before it is whole")
  func roundTrips() throws {
    for record in try Self.records {
      let bytes = record.bytes
      guard case .record(let read, let length) = JournalRecord.read(bytes.span) else {
        Issue.record("\(record)")
        continue
      }
      #expect(read == record && length == bytes.count)
      for count in bytes.indices {
        guard case .incomplete = JournalRecord.read(bytes.span.extracting(0..<count)) else {
          Issue.record("\(record) cut at \(count)")
          continue
        }
      }
    }
  }

  @Test("a changed bit is damage, or a length that is not there")
  func findsDamage() throws {
    for record in try Self.records {
      let bytes = record.bytes
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] ^= 0x10
        if case .record = JournalRecord.read(damaged.span) { Issue.record("\(record) at \(index)") }
      }
    }
  }

  @Test("bytes whose checksum is right and whose content is none are damage")
  func findsNonsense() throws {
    for (kind, content) in [(1, [7, 8]), (3, [1]), (6, [1, 2, 3]), (99, [])] as [(UInt8, [UInt8])] {
      var bytes = [kind, UInt8(content.count), 0, 0, 0] + content
      let check = CRC24Q.checksum(bytes.span)
      bytes += [0, 8, 16].map { UInt8(truncatingIfNeeded: check >> $0) }
      guard case .damaged = JournalRecord.read(bytes.span) else {
        Issue.record("\(kind)")
        continue
      }
    }
  }
}
