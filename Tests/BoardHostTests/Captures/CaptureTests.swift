@testable import VirtualBoard
@testable import BoardHost
import Foundation
import GNSSBasics
import RTCMParser
import TestSupport
import Testing

@Suite("Captures")
struct CaptureTests {
  @Test("a capture that cannot be used is told by its path and why")
  func unusable() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write([], to: "empty.rtcm3")
    let cases: [(String, CaptureError.Reason)] = [
      (folder.path("none.rtcm3"), .missing), (folder.url.path, .folder), (empty, .empty),
    ]
    for (path, reason) in cases {
      let error = #expect(throws: CaptureError.self) { try CaptureFile.read(path) }
      #expect(error == CaptureError(path: path, reason: reason))
      #expect(error?.description.contains("'\(path)'") == true)
    }
  }

  @Test("a capture is read as it is")
  func reads() throws {
    let bytes = (0...255).map { UInt8($0) }
    let folder = try TemporaryFolder()
    #expect(try CaptureFile.read(folder.write(bytes, to: "a")) == bytes)
  }
}
