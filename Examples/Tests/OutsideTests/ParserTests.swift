import RTCMTestKit
import Testing

/// The test of README and docs/firmware.md; put your parser in the place of this one.
typealias MyParser = Receiver

@Test("of a damaged stream a parser finds the whole frames, and no others", arguments: 1...100)
func findsWholeFrames(seed: UInt64) throws {
  let frames = try SampleMessages.all().map { message in try message.frame() }
  let stream = TestStream(mixing: frames, seed: seed)
  var parser = MyParser()
  for chunk in stream.chunks(seed: seed, longest: 64) { parser.take(chunk) }
  parser.finish()
  #expect(parser.frames == stream.frames.map(\.bytes))
}
