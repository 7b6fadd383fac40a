import RTCMTestKit
import Testing

/// The test of README and docs/firmware.md; put your parser in the place of this one.
typealias MyParser = Receiver

@Test("of a damaged stream a parser finds the whole frames, and no others, however it is cut")
func findsWholeFrames() throws {
  let frames = try SampleMessages.all().map { message in try message.frame() }
  try StreamVerifier().verify(mixing: frames) { pieces in
    var parser = MyParser()
    for piece in pieces { parser.take(piece) }
    parser.finish()
    return parser.frames
  }
}
