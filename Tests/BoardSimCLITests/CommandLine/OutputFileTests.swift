import Foundation
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("A file that has its name only once it is whole")
struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes three bytes, and completes the file or abandons it.
  private func write(to path: String, inPlace: Bool = false, finishing: Bool = true) throws {
    var file = try OutputFile(path, inPlace: inPlace)
    try file.write([1, 2, 3])
    try file.flush()
    if finishing { try file.finish() }
  }

  @Test("stands beside until it is finished")
  func finished() throws {
    var file = try OutputFile(folder.path("a.rtcm3"))
    try file.write([1, 2, 3])
    try file.flush()
    #expect(try folder.names == [".a.rtcm3.partial"])
    try file.finish()
    #expect(try folder.names == ["a.rtcm3"])
    #expect(try folder.bytes(of: "a.rtcm3") == [1, 2, 3])
  }

  @Test("is not there when it is given up, and an earlier one is as it was")
  func givenUp() throws {
    try write(to: folder.path("new"), finishing: false)
    #expect(try folder.names.isEmpty)
    let earlier = try folder.write([9], to: "old")
    try write(to: earlier, finishing: false)
    #expect(try folder.names == ["old"])
    #expect(try folder.bytes(of: "old") == [9])
  }

  @Test("takes the place of what a killed process has left")
  func leftover() throws {
    _ = try folder.write([UInt8](repeating: 9, count: 100), to: ".a.partial")
    try write(to: folder.path("a"))
    #expect(try folder.names == ["a"])
    #expect(try folder.bytes(of: "a") == [1, 2, 3])
  }

  @Test("keeps what has come when it is written in place")
  func inPlace() throws {
    try write(to: folder.path("live"), inPlace: true, finishing: false)
    #expect(try folder.bytes(of: "live") == [1, 2, 3])
  }

  @Test(
    "goes where a link leads, which stays a link, and keeps the permissions of what it replaces")
  func links() throws {
    let target = try folder.write([9], to: "target")
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    try write(to: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
    #expect(try folder.bytes(of: "target") == [1, 2, 3])
    let attributes = try FileManager.default.attributesOfItem(atPath: target)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test("a link that leads nowhere yet is written through")
  func danglingLink() throws {
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
    try write(to: link)
    #expect(try folder.names == ["link", "target"])
  }

  @Test("a name too long to have another beside it is written in place")
  func longName() throws {
    let name = String(repeating: "n", count: 255)
    try write(to: folder.path(name))
    #expect(try folder.names == [name])
  }

  @Test("a device is written in place, and its error is told")
  func device() throws {
    try write(to: "/dev/null")
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let error = #expect(throws: Failure.self) { try write(to: "/dev/full") }
    #expect(error?.message.contains("'/dev/full'") == true)
    #expect(error?.status == 1)
  }
}
