import Foundation
import Platform
import TestSupport
import Testing

@Suite("Files of the system")
struct FileTests {
  @Test("a file's end is its last bytes, or all of them", arguments: [0, 1, 4, 5, 6, 100])
  func end(count: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3, 4, 5], to: "file")
    #expect(try FileEnd.read(path, upTo: count) == [1, 2, 3, 4, 5].suffix(count))
  }

  @Test("a file that is not there has no end, and an empty one has an empty end")
  func noEnd() throws {
    let folder = try TemporaryFolder()
    #expect(try FileEnd.read(folder.path("file"), upTo: 4) == nil)
    #expect(try FileEnd.read(folder.write([], to: "file"), upTo: 4) == [])
  }

  @Test("a pipe without a writer has no end, and is not waited for", .timeLimit(.minutes(1)))
  func pipe() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: SystemError.self) { try FileEnd.read(path, upTo: 4) }
    #expect(error?.code == ESPIPE)
  }

  @Test("an open file is at its path until it is moved, also when another one comes there")
  func identity() throws {
    let folder = try TemporaryFolder()
    let (path, moved) = (folder.path("file"), folder.path("moved"))
    let file = try AppendedFile(path: path)
    func isAt(_ path: String) -> Bool { file.isAt(path) }
    #expect(isAt(path) && !isAt(moved))
    try FileManager.default.moveItem(atPath: path, toPath: moved)
    #expect(!isAt(path) && isAt(moved))
    _ = try folder.write([1], to: "file")
    #expect(!isAt(path) && isAt(moved))
  }
}
