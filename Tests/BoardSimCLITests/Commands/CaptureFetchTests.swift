import Foundation
import TestSupport
import Testing

@Suite("boardsim capture fetch")
struct CaptureFetchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let body = "an octet stream"
  /// The output of `printf 'an octet stream' | sha256sum`.
  private static let sha256 =
    "7ae0fe47a292416d0e2e5758c2157cb14a016eba27b3353e028d6f76d9493117"

  /// Returns a local server with one document.
  private func server(
    _ answer: String = "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\nan octet stream"
  ) throws -> LocalListener {
    try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array(answer.utf8))
      connection.close()
    }
  }

  private func manifest(
    name: String = "a.rtcm3", address: String, bytes: Int = 15, sha256: String
  ) throws -> String {
    try folder.write(
      Array(
        """
        {"captures":[{"name":"\(name)","address":"\(address)","bytes":\(bytes),
        "sha256":"\(sha256)","licence":"CC0-1.0","about":"a test"}]}
        """.utf8), to: "manifest.json")
  }

  private func fetch(_ arguments: String...) async throws -> BoardSimProcess.Outcome {
    try await BoardSimProcess(
      ["capture", "fetch", "--manifest", folder.path("manifest.json"), "--to", folder.path, "-q"]
        + arguments
    ).end()
  }

  @Test("gets what the manifest names, under its name, and knows it when it is there")
  func fetches() async throws {
    let server = try server()
    defer { server.close() }
    _ = try manifest(address: "http://127.0.0.1:\(server.port)/x", sha256: Self.sha256)
    let outcome = try await fetch("a.rtcm3")
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    #expect(outcome.text.contains("15 bytes, CC0-1.0"))
    #expect(try folder.text(of: "a.rtcm3") == Self.body)
    #expect(try folder.names == ["a.rtcm3", "manifest.json"])
    let again = try await fetch("a.rtcm3", "--json")
    #expect(again.status == 0)
    #expect(try JSONDocument(again.output).flag("fetched") == false)
    // An existing different file is replaced only with --force.
    _ = try folder.write([1, 2], to: "a.rtcm3")
    #expect(try await fetch("a.rtcm3").status == 1)
    #expect(try folder.bytes(of: "a.rtcm3") == [1, 2])
    #expect(try await fetch("a.rtcm3", "--force").status == 0)
    #expect(try folder.text(of: "a.rtcm3") == Self.body)
  }

  @Test("bytes with another SHA-256 are thrown away, and both are told")
  func otherBytes() async throws {
    let server = try server()
    defer { server.close() }
    let wrong = String(repeating: "ab", count: 32)
    _ = try manifest(address: "http://127.0.0.1:\(server.port)/x", sha256: wrong)
    let outcome = try await fetch("a.rtcm3")
    #expect(outcome.status == 1)
    let line = try #require(outcome.errorLines.first)
    #expect(line.contains(wrong) && line.contains(Self.sha256) && line.contains("nothing of it"))
    #expect(try folder.names == ["manifest.json"])
  }

  @Test(
    "what is too long, too short, refused or cut off leaves no file",
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\nan octet stream!", "longer than the 15 bytes"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nan ", "SHA-256"),
      ("HTTP/1.1 404 Not Found\r\nContent-Length: 15\r\n\r\nan octet stream", "answered 404"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\nan octet", "cannot be read"),
      ("", "cannot be read"),
    ])
  func failures(answer: String, words: String) async throws {
    let server = try server(answer)
    defer { server.close() }
    _ = try manifest(address: "http://127.0.0.1:\(server.port)/x", sha256: Self.sha256)
    let outcome = try await fetch("a.rtcm3")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1 && outcome.errorLines[0].contains(words))
    #expect(try folder.names == ["manifest.json"])
  }

  @Test("Ctrl-C leaves no part of a file behind")
  func interrupted() async throws {
    let (calls, call) = AsyncStream<Void>.makeStream()
    let server = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\nan oc".utf8))
      call.yield()
      connection.waitForEnd()
    }
    defer { server.close() }
    _ = try manifest(address: "http://127.0.0.1:\(server.port)/x", sha256: Self.sha256)
    let process = try BoardSimProcess([
      "capture", "fetch", "a.rtcm3", "--manifest", folder.path("manifest.json"), "--to",
      folder.path,
    ])
    for await _ in calls { break }
    process.interrupt()
    #expect(await process.end().status == 130)
    #expect(try folder.names == ["manifest.json"])
  }

  @Test(
    "names that lead elsewhere, and entries that are none, are refused before anything is asked",
    arguments: [
      ("../evil", "http://127.0.0.1:1/", 15, 64), ("a/b", "http://127.0.0.1:1/", 15, 64),
      ("..", "http://127.0.0.1:1/", 15, 64), (".a", "http://127.0.0.1:1/", 15, 64),
      ("", "http://127.0.0.1:1/", 15, 64), ("a", "file:///etc/passwd", 15, 64),
      ("a", "http://127.0.0.1:1/", 0, 64), ("a", "http://127.0.0.1:1/", 15, 63),
    ])
  func badEntries(name: String, address: String, bytes: Int, digits: Int) async throws {
    _ = try manifest(
      name: name, address: address, bytes: bytes, sha256: String(repeating: "0", count: digits))
    let outcome = try await fetch(name.isEmpty ? "x" : name)
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.first?.contains("manifest.json': the capture") == true)
  }

  @Test(
    "a page of garbage is no manifest",
    arguments: ["<html>404</html>", "[]", "{}", "", "{\"captures\":7}"])
  func garbage(text: String) async throws {
    _ = try folder.write(Array(text.utf8), to: "manifest.json")
    let outcome = try await fetch("--list")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.first?.contains("is no manifest of captures") == true)
  }

  @Test("the manifest that comes along names what is in it, and a slip of the pen is seen")
  func bundled() async throws {
    let list = try await boardsim("capture", "fetch", "--list", "--json")
    #expect(list.status == 0)
    let names = try list.text.split(separator: "\n").map {
      try JSONDocument(String($0)).text("name")
    }
    #expect(names.contains("week-rollover.rtcm3"))
    let wrong = try await boardsim("capture", "fetch", "week-rolover.rtcm3")
    #expect(wrong.status == 1)
    #expect(wrong.errorLines.first?.contains("did you mean 'week-rollover.rtcm3'") == true)
    #expect(try await boardsim("capture", "fetch").status == 2)
  }

  @Test("it names the bytes that were captured", .compares(with: .captures))
  func namesTheCaptures() async throws {
    let list = try await boardsim("capture", "fetch", "--list", "--json")
    for (name, file) in [
      ("week-rollover.rtcm3", "swift__week-rollover-STR17.rtcm3"),
      ("trimble-msm4.rtcm3", "swift__trimble.rtcm"),
      ("zed-f9p.ubx", "pygnssutils__pygpsdata-rtcm3.log"),
    ] {
      let line = try #require(list.text.split(separator: "\n").first { $0.contains("\"\(name)\"") })
      let entry = try JSONDocument(String(line))
      let bytes = try SharedCaptures.bytes(of: file)
      #expect(entry.number("bytes") == Double(bytes.count))
      let copy = try folder.write(bytes, to: file)
      let digest = try RunningProgram("sha256sum", [copy]).nextLine().prefix(64)
      #expect(entry.text("sha256") == String(digest))
    }
  }
}
