import Foundation
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("boardsim gnss")
struct GNSSCommandTests {
  /// Two fixed positions, the second 0.2 m north of the first, and a float one.
  private static let solution = """
    %  GPST latitude(deg) longitude(deg) height(m) Q ns sdn sde sdu sdne sdeu sdun age ratio
    2026/06/01 12:00:18.000 45.500000000 9.257200000 150.0 1 10 0 0 0 0 0 0 0.0 9.5
    2026/06/01 12:00:19.000 45.500001800 9.257200000 150.0 1 10 0 0 0 0 0 0 0.0 9.5
    2026/06/01 12:00:20.000 45.500000000 9.257200000 151.0 2 10 0 0 0 0 0 0 0.0 1.5

    """
  private static let place = "45.5,9.2572,150"

  private static func written(_ text: String = solution) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    return (folder, try folder.write(Array(text.utf8), to: "a.pos"))
  }

  @Test("a comparison is a table for readers, and one object as JSON")
  func compares() async throws {
    let (_folder, path) = try Self.written()
    defer { _ = _folder }
    let table = await boardsimHere(["gnss", "compare", path, Self.place])
    #expect(table.status == 0 && table.errors.isEmpty)
    #expect(table.text.hasPrefix("3 epochs, 3 compared, 0 have no true position\n"))
    #expect(table.text.contains("66.67 % fixed, the first after 0 s; 1 wrong, over 0.1 m level"))
    #expect(table.text.contains("\nall ") && table.text.contains("cannot be told of so few"))
    let json = await boardsimHere(["gnss", "compare", path, Self.place, "--json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    let wanted: [(String, Double)] = [
      ("epochs", 3), ("compared", 3), ("fix_rate", 66.67), ("wrong", 1), ("rms_level", 0.1415),
      ("rms_up", 0), ("p95_level", 0.19), ("first_fix", 0), ("only_in_solution", 0),
    ]
    for (name, value) in wanted {
      let found = try #require(object[name] as? Double, "\(name)")
      #expect((found - value).magnitude < 0.001, "\(name) is \(found)")
    }
    #expect((object["qualities"] as? [String: Any])?.keys.sorted() == ["fixed", "float"])
  }

  @Test(
    "expectations of a comparison decide its status",
    arguments: [
      (["fix_rate>=66", "wrong == 1"], 0, nil), (["fix_rate >= 99"], 1, "found 66.67"),
      (["qualities.float.rms_up < 0.5"], 1, "qualities.float.rms_up < 0.5: found 1.0000"),
      (["qualities.ppp.count == 0"], 1, "the report has no 'qualities.ppp.count'"),
      (["always wrong == 1"], 2, "a comparison has no times"), (["wrong"], 2, "is no expectation"),
    ] as [([String], Int, String?)])
  func expectations(claims: [String], status: Int, message: String?) async throws {
    let (_folder, path) = try Self.written()
    defer { _ = _folder }
    let words = ["gnss", "compare", path, Self.place] + claims.flatMap { ["--expect", $0] }
    let outcome = await boardsimHere(words)
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty == (status == 2))
    #expect(outcome.errorLines.isEmpty == (message == nil))
    if let message { #expect(outcome.errorLines[0].contains(message), "\(outcome.errorLines)") }
  }

  @Test("rules change what is wrong and what is the truth")
  func rules() async throws {
    let (folder, path) = try Self.written()
    let truth = try folder.write(
      Array("tow,lat,lon,h\n129618,45.5,9.2572,150\n129621,45.5,9.2572,150\n".utf8), to: "t.csv")
    let words = ["gnss", "compare", path, truth, "--json"]
    let strict = await boardsimHere(words)
    #expect(
      strict.text.contains(#""compared":1,"interpolated":0,"only_in_solution":2,"only_in_truth":1"#)
    )
    let wide = await boardsimHere(words + ["--gap", "3", "--wrong-fix", "0.3"])
    #expect(wide.text.contains(#""compared":3,"interpolated":2"#))
    #expect(wide.text.contains(#""wrong":0,"wrong_limit":0.300"#))
    let moved = await boardsimHere(words + ["--offset", "0,1,0", "--expect", "rms_level > 0.99"])
    #expect(moved.status == 0)
  }

  @Test("what cannot be compared is told, with its place and what to do")
  func refusals() async throws {
    let (folder, path) = try Self.written(Self.solution + "2026/06/01 12:0")
    let far = try folder.write(Array("tow,lat,lon,h\n1,45.5,9.2572,150\n".utf8), to: "far.csv")
    let none = try folder.write(Array("x\n".utf8), to: "none.csv")
    let cases: [(words: [String], status: Int, message: String)] = [
      (
        [path, Self.place], 0, "a.pos': left out 1 unreadable lines; the first is line 5: 2 columns"
      ),
      ([path, far], 1, "left out 1 unreadable"), ([path, none], 1, "left out 1"),
      ([none, Self.place], 1, "none.csv' has no position in it; line 1: no solution of RTKLIB"),
      ([path, "45.5,9.2572"], 2, "TRUTH must be LAT,LON,H"),
      ([path, "95,9,1"], 2, "TRUTH must be"), (["-", "-"], 2, "standard input can be read once"),
      ([path, Self.place, "--offset", "1,2"], 2, "--offset must be E,N,U in metres, not '1,2'"),
      ([folder.path("missing"), Self.place], 1, "cannot open"),
    ]
    for (words, status, message) in cases {
      let outcome = await boardsimHere(["gnss", "compare"] + words)
      #expect(outcome.status == status, "\(words)")
      #expect(outcome.errorLines.first?.contains(message) == true, "\(outcome.errorLines)")
    }
    let apart = await boardsimHere(["gnss", "compare", path, far])
    #expect(apart.errorLines.last?.contains("no epoch with a true position: 2026-06-01T12") == true)
  }

  @Test("compressed files and standard input are read too", .compares(with: .gzip))
  func inputs() async throws {
    let (folder, path) = try Self.written()
    #expect(try OutsideProgram(.gzip).run([path], in: folder.url).status == 0)
    let packed = try folder.bytes(of: "a.pos.gz")
    let outcome = try await boardsim("gnss", "compare", "-", path + ".gz", "--json", input: packed)
    #expect(outcome.status == 0 && outcome.text.contains(#""fixed":2,"fix_rate":66.67"#))
  }

  @Test("a solution becomes each form that an extension names")
  func converts() async throws {
    let (folder, path) = try Self.written()
    for (name, beginning) in [
      ("a.gpx", "<?xml"), ("a.KML", "<?xml"), ("a.csv", "week,tow_s,"), ("b.pos", "% program   : "),
    ] {
      let outcome = await boardsimHere(["gnss", "convert", path, "-o", folder.path(name)])
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(try folder.text(of: name).hasPrefix(beginning))
    }
    let again = await boardsimHere(
      [
        "gnss", "compare", folder.path("b.pos"), folder.path("a.csv"), "--expect",
        "all.worst_up==0",
      ])
    #expect(again.status == 0)
    for (words, message) in [
      (["-o", folder.path("a.txt")], "must end with .pos, .gpx, .kml or .csv"),
      (["-o", path], "is the input as well"), ([], "the output is missing"),
    ] {
      let outcome = await boardsimHere(["gnss", "convert", path] + words)
      #expect(outcome.status == 2 && outcome.errorLines.first?.contains(message) == true)
    }
  }
}
