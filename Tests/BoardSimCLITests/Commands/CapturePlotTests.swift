import Foundation
import TestSupport
import Testing

@Suite("boardsim capture plot")
struct CapturePlotTests {
  private static let capture = "captures/milan-base.rtcm3"

  @Test("a station's drawing has each satellite in the sky and in its system's strip")
  func station() async throws {
    let plot = await boardsimHere(["capture", "plot", Self.capture])
    // Drawings are written to standard output without the console, so that the transcript lacks them.
    #expect(plot.status == 0 && plot.errors.isEmpty)
    let folder = try TemporaryFolder()
    let path = folder.path("milan.svg")
    #expect(await boardsimHere(["capture", "plot", Self.capture, "-o", path]).status == 0)
    let drawing = try Drawing(folder.bytes(of: "milan.svg"))
    #expect(
      drawing.texts.contains {
        $0.contains(
          "600 epochs, satellites: 9 of GPS, 8 of GLONASS, 10 of Galileo and 14 of BeiDou")
      })
    for system in ["GPS", "GLONASS", "Galileo", "BeiDou"] {
      #expect(drawing.texts.contains("\(system), dB-Hz") && drawing.texts.contains(system))
    }
    let satellites = drawing.texts.filter { $0.wholeMatch(of: /[GREC]\d\d/) != nil }
    #expect(satellites.count == 41 && Set(satellites).count == 41)
    for satellite in satellites {
      // A satellite has its track, the end of the track, and its ratios without a gap.
      #expect(drawing.titles.count { $0 == satellite } == 3, "\(satellite)")
    }
    #expect(drawing.texts.filter { $0.hasSuffix("°") } == ["0°", "30°", "60°"])
    #expect(drawing.texts.contains("12:00:00") && drawing.texts.contains("12:05:00"))
    #expect(drawing.elements["rect"] == 5 && drawing.elements["circle"] == 4)
  }

  @Test("what a stream does not tell is said, and the rest is drawn")
  func withoutStation() async throws {
    let folder = try TemporaryFolder()
    let all = folder.path("{key}.rtcm3")
    #expect(
      await boardsimHere(["rtcm", "split", "-q", Self.capture, "--by", "type", "-o", all]).status
        == 0)
    let path = folder.path("gps.svg")
    let plot = await boardsimHere(["capture", "plot", folder.path("1077.rtcm3"), "-o", path])
    #expect(plot.status == 0)
    #expect(plot.errorLines.first?.contains("no station position (message 1005 or 1006)") == true)
    let drawing = try Drawing(folder.bytes(of: "gps.svg"))
    #expect(drawing.texts.contains("GPS, dB-Hz") && drawing.texts.contains("GPS time"))
    #expect(drawing.titles.count == 9)
    let placed = await boardsimHere(
      ["capture", "plot", folder.path("1077.rtcm3"), "--position", "45.478,9.23,170", "-o", path])
    #expect(placed.errorLines.first?.contains("no ephemerides, so no tracks") == true)
  }

  @Test("a pair's drawing has the errors of a solution by state, by date or by week")
  func pair() async throws {
    let folder = try TemporaryFolder()
    let pair = folder.path("pair")
    let synth = [
      "capture", "synth", "--rover", "45.5,9.2572,150", "--duration", "4", "--systems", "G", "-q",
      "-o", pair,
    ]
    #expect(await boardsimHere(synth).status == 0)
    let path = folder.path("pair.svg")
    let bare = await boardsimHere(["capture", "plot", pair, "-o", path])
    #expect(bare.status == 0 && bare.errorLines.first?.contains("has no rtk.pos") == true)
    #expect(try Drawing(folder.bytes(of: "pair.svg")).titles.contains("truth"))

    // The errors are 1.1 cm to the north, 1 m up, and 20 m up.
    let byDate = """
      % (lat/lon/height=WGS84/ellipsoidal,Q=1:fix,2:float,3:sbas,4:dgps,5:single,6:ppp,ns=# of satellites)
      %  GPST                  latitude(deg) longitude(deg)  height(m)   Q  ns   sdn(m)
      2026/06/01 12:00:18.000   45.500000100    9.257200000   150.0000   1  10   0.0094
      2026/06/01 12:00:19.000   45.500000100    9.257200000   150.0000   1  10   0.0094
      2026/06/01 12:00:20.000   45.500000000    9.257200000   151.0000   2  10   0.0094
      2026/06/01 12:00:21.000   45.500000000    9.257200000   170.0000   5  10   0.0094

      """
    let byWeek =
      byDate.replacing("GPST ", with: "UTC  ").replacing("2026/06/01 12:00:", with: "2421 1296")
    for (name, text) in [("rtk.pos", byDate), ("other.pos", byWeek)] {
      _ = try folder.write(Array(text.utf8), to: "pair/\(name)")
      let words = ["capture", "plot", pair, "--solution", "\(pair)/\(name)", "-o", path]
      let plot = await boardsimHere(words)
      guard name == "rtk.pos" else {
        // Read as UTC, the times are 18 s later, for which no true position is known.
        #expect(plot.status == 1)
        #expect(plot.errorLines.first?.contains("has no position at a time of") == true)
        continue
      }
      #expect(plot.status == 0)
      let drawing = try Drawing(folder.bytes(of: "pair.svg"))
      #expect(drawing.texts.contains("fixed 2 (50 %), rms 0.011 m level, 0 m up"))
      #expect(drawing.texts.contains("float 1 (25 %), rms 0 m level, 1 m up"))
      #expect(drawing.texts.contains("single 1 (25 %), rms 0 m level, 20 m up"))
      #expect(drawing.texts.contains("level error, m") && drawing.texts.contains("height error, m"))
      // The titles are those of two strips and the track.
      #expect(drawing.titles.count { $0 == "fixed" } == 3)
    }
  }

  @Test("a solution's drawing has its track and ratio by quality, and its errors with a truth")
  func solution() async throws {
    let folder = try TemporaryFolder()
    let text = """
      %  GPST latitude(deg) longitude(deg) height(m) Q ns sdn sde sdu sdne sdeu sdun age ratio
      2026/06/01 12:00:18.000 45.500000100 9.257200000 150.0 1 10 0 0 0 0 0 0 0.0 9.5
      2026/06/01 12:00:19.000 45.500000000 9.257200000 151.0 2 10 0 0 0 0 0 0 0.0 1.5

      """
    let file = try folder.write(Array(text.utf8), to: "rtk.pos")
    let path = folder.path("rtk.svg")
    let bare = await boardsimHere(["capture", "plot", file, "-o", path])
    #expect(bare.status == 0 && bare.errors.isEmpty)
    let alone = try Drawing(folder.bytes(of: "rtk.svg"))
    #expect(alone.texts.contains { $0.hasSuffix("2 epochs: 1 fixed and 1 float") })
    #expect(alone.texts.contains("ratio") && !alone.texts.contains("level error, m"))
    #expect(alone.titles == ["fixed", "float", "fixed", "float"])
    let truth = ["--truth", "45.5,9.2572,150", "-o", path]
    let placed = await boardsimHere(["capture", "plot", file] + truth)
    #expect(placed.status == 0)
    let drawing = try Drawing(folder.bytes(of: "rtk.svg"))
    #expect(drawing.texts.contains("fixed 1 (50 %), rms 0.011 m level, 0 m up"))
    #expect(drawing.texts.contains("level error, m") && drawing.texts.contains("ratio"))
    #expect(drawing.titles.count { $0 == "float" } == 4)
    let capture = await boardsimHere(["capture", "plot", Self.capture] + truth)
    #expect(capture.status == 2)
    #expect(capture.errorLines.first?.contains("--truth is for a solution") == true)
  }

  @Test("what cannot be drawn is told, and leaves a file as it was")
  func refusals() async throws {
    let folder = try TemporaryFolder()
    let garbage = try folder.write(Array("garbage".utf8), to: "garbage")
    let drawing = try folder.write(Array("old".utf8), to: "old.svg")
    let cases: [(words: [String], status: Int, message: String)] = [
      ([garbage, "-o", drawing], 1, "no RTCM 3 frame in it, so there is nothing to draw"),
      ([folder.path("none"), "-o", drawing], 1, "none"),
      ([Self.capture, "-o", folder.path("plot.pdf")], 2, "must end with .svg or .png"),
      ([Self.capture, "--solution", garbage, "-o", drawing], 2, "--solution needs a folder"),
      ([folder.path(""), "-o", drawing], 1, "base.rtcm3"),
      ([Self.capture, "-o", "/dev/full"], 1, "cannot write '/dev/full'"),
    ]
    for (words, status, message) in cases {
      let plot = await boardsimHere(["capture", "plot"] + words)
      #expect(plot.status == status, "\(words)")
      #expect(plot.errorLines.first?.contains(message) == true, "\(plot.errorLines)")
    }
    #expect(try folder.text(of: "old.svg") == "old")
  }

  @Test(
    "the line of a truth or a solution that is none is named",
    arguments: [
      (
        "truth.csv", "1,45,9\n", "truth.csv' has no position in it; line 1: 3 columns of at least 4"
      ),
      ("truth.csv", "2,91,9,100\n", "truth.csv' has no position in it; line 1: no position on"),
      ("truth.csv", "", "truth.csv' has no position in it"),
      ("rtk.pos", "1 2 3\n", "line 1: no solution of RTKLIB"),
      ("rtk.pos", "%  GPST latitude(deg) longitude(deg) height(m) Q\n", "has no position in it"),
      (
        "rtk.pos",
        "%  GPST latitude(deg) longitude(deg) height(m) Q\n2026/13/01 12:00:18 45 9 100 1 9\n",
        "rtk.pos' has no position in it; line 2: no time: '2026/13/01 12:00:18' is neither"
      ),
      (
        "rtk.pos",
        "%  GPST x-ecef(m) y-ecef(m) z-ecef(m) Q\n2421 129618 45 9 100 1 9\n",
        "rtk.pos' has no position in it; line 2: no position on the Earth: '45 9 100'"
      ),
    ])
  func badLines(name: String, text: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let root = SharedCaptures.packageRoot
    let capture = [UInt8](try Data(contentsOf: root.appending(path: Self.capture)).prefix(20_000))
    for stream in ["base.rtcm3", "rover.rtcm3"] { _ = try folder.write(capture, to: stream) }
    _ = try folder.write(Array("129618,45.478,9.23,170\n".utf8), to: "truth.csv")
    _ = try folder.write(Array(text.utf8), to: name)
    let plot = await boardsimHere(
      ["capture", "plot", folder.url.path, "-o", folder.path("plot.svg")])
    #expect(plot.status == 1)
    #expect(plot.errorLines.first?.contains(message) == true, "\(plot.errorLines)")
  }

  @Test("rsvg-convert makes a PNG of the drawing", .compares(with: .rsvg))
  func png() async throws {
    Oracle.rsvg.note()
    let folder = try TemporaryFolder()
    let path = folder.path("milan.png")
    let plot = try await boardsim("capture", "plot", Self.capture, "-o", path)
    #expect(plot.status == 0)
    let picture = try folder.bytes(of: "milan.png")
    // PNG (ISO/IEC 15948), 5.2 and 11.2.2: the signature, then the header with the width.
    #expect(picture.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(picture[16..<20] == [0, 0, 0x09, 0x60])
  }

  @Test("whoever is asked to end while a picture is made does, and leaves none")
  func interruptedPNG() async throws {
    let folder = try TemporaryFolder()
    // The signal is sent repeatedly, with a program in between: the first may arrive before the command
    // waits.
    let script = """
      #!/bin/sh
      i=0
      while [ $i -lt 50 ]; do kill -INT $PPID; /bin/sh -c :; i=$((i + 1)); done
      echo picture

      """
    let program = try folder.write(Array(script.utf8), to: "rsvg-convert")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let plot = try await BoardSimProcess(
      ["capture", "plot", Self.capture, "-o", folder.path("milan.png")],
      environment: ["PATH": folder.path]
    ).end()
    #expect(plot.status == 130 && plot.errorLines == ["boardsim: interrupted"])
    #expect(try folder.names == ["rsvg-convert"])
  }

  @Test("without rsvg-convert a PNG is refused, with what to install")
  func noPNG() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("milan.png")
    let plot = try await BoardSimProcess(
      ["capture", "plot", Self.capture, "-o", path], environment: ["PATH": folder.url.path]
    ).end()
    #expect(plot.status == 1)
    #expect(plot.errorLines.first?.contains("rsvg-convert, which is not installed") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}

/// The content of a drawing, as an XML parser reads it.
private struct Drawing {
  private(set) var texts: [String] = []
  private(set) var titles: [String] = []
  private(set) var elements: [String: Int] = [:]

  init(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
    for match in text.matches(of: /<([a-z]+)[ >]/) { elements[String(match.1), default: 0] += 1 }
    texts = text.matches(of: /<text [^>]*>([^<]*)<\/text>/).map { String($0.1) }
    titles = text.matches(of: /<title>([^<]*)<\/title>/).map { String($0.1) }
  }
}
