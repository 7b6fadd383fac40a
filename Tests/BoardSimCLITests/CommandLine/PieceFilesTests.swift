import RTCMParser
import RTCMStreams
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("The files of a stream that is split")
struct PieceFilesTests {
  @Test("a numbered file is written when the next one begins, whole")
  func writesWhole() throws {
    let folder = try TemporaryFolder()
    let pattern = try #require(NamePattern(folder.path("{key}")))
    var files = PieceFiles(pattern, input: "-", overwrites: false, inPlace: true)
    let frame = try RTCMMessage.antennaReferencePoint(
      AntennaReferencePoint(stationID: 1, position: ECEFPosition(x: 1, y: 2, z: 3))
    ).frame()
    func append(to number: Int) throws {
      var (scanner, failure) = (FrameScanner(), Failure?.none)
      scanner.consume(frame.span) { view in
        do throws(Failure) { try files.append(view, to: .number(number)) } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }
    try append(to: 1)
    try append(to: 1)
    #expect(try folder.names == [])
    try append(to: 2)
    let first = FrameSplitter.Piece.number(1).key
    #expect(try folder.names == [first])
    #expect(try folder.bytes(of: first) == frame + frame)
    try files.finish()
    #expect(try folder.names == [first, FrameSplitter.Piece.number(2).key])
  }
}
