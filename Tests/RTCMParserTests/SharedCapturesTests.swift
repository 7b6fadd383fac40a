import TestSupport
import Testing

@Suite("Shared captures")
struct SharedCapturesTests {
  @Test("are there where their absence is a failure, so that no comparison is skipped unseen")
  func areThere() {
    #expect(SharedCaptures.exist || !SharedCaptures.areRequired)
  }
}
