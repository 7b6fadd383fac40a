import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("A file written in pieces")
struct OutputStreamTests {
  @Test("small pieces wait until there are 64 KiB of them, or no more come")
  func buffers() throws {
    let folder = try TemporaryFolder()
    var stream = try OutputStream(folder.path("file"))
    func count() throws -> Int { try folder.bytes(of: "file").count }
    try stream.write([UInt8](repeating: 7, count: 65_535))
    #expect(try count() == 0)
    try stream.write([8])
    #expect(try count() == 65_536)
    try stream.write([9])
    #expect(try count() == 65_536)
    try stream.close()
    #expect(try folder.bytes(of: "file").suffix(3) == [7, 8, 9])
  }
}
