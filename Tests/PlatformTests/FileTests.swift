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

  @Test("of a file that is read from any place all comes up to its end, and behind that nothing")
  func readsToEnd() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], to: "file")
    let file = try BlockFile(path: path, for: .reading)
    func read(at offset: Int) throws -> [UInt8] {
      var bytes: [UInt8] = [0, 0]
      var span = bytes.mutableSpan
      let count = try file.read(at: offset, into: &span)
      return Array(bytes[..<count])
    }
    #expect(try [0, 2, 3, 100].map(read) == [[1, 2], [3], [], []])
  }

  #if os(Linux)
    @Test("what cannot be appended is told at once")
    func tellsFullDisk() async {
      await #expect(processExitsWith: .success) {
        // A process that tries again and again ends by this signal.
        alarm(30)
        let file = try AppendedFile(path: "/dev/full")
        let bytes: [UInt8] = [1]
        var code: Int32?
        do throws(SystemError) { try file.append(bytes.span) } catch { code = error.code }
        try #require(code == ENOSPC)
      }
    }

    @Test("an own file that cannot be written whole is told, and is not left there")
    func leavesNoPart() async {
      await #expect(processExitsWith: .success) {
        alarm(30)
        let folder = try TemporaryFolder()
        signal(SIGXFSZ, SIG_IGN)
        var limits = rlimit(rlim_cur: 4, rlim_max: 4)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits) == 0)
        let path = folder.path("key")
        var code: Int32?
        do throws(SystemError) { try OwnFile.make(path, [1, 2, 3, 4, 5]) } catch {
          code = error.code
        }
        try #require(code == EFBIG)
        try #require(!FileManager.default.fileExists(atPath: path))
        try OwnFile.make(path, [1, 2, 3, 4])
        try #require(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3, 4]))
      }
    }
  #endif
}
