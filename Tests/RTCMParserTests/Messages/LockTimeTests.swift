import Testing

@testable import RTCMParser

@Suite("Lock times")
struct LockTimeTests {
  @Test(
    "DF407, rows of the standard's table",
    arguments: [
      (0, 0), (63, 63), (64, 64), (65, 66), (95, 126), (96, 128), (127, 252), (128, 256),
      (160, 512), (640, 524_288 * 32), (703, 66_060_288), (704, 67_108_864),
    ] as [(UInt16, Int)])
  func df407(indicator: UInt16, milliseconds: Int) {
    #expect(LockTime.milliseconds(ofDF407: indicator) == milliseconds)
    #expect(LockTime.df407(ofMilliseconds: milliseconds) == indicator)
    if indicator > 0 { #expect(LockTime.df407(ofMilliseconds: milliseconds - 1) == indicator - 1) }
  }

  @Test("DF407 above 704 is reserved", arguments: [705, 1023])
  func reserved(indicator: UInt16) { #expect(LockTime.milliseconds(ofDF407: indicator) == nil) }

  @Test("DF402 doubles", arguments: [(0, 0), (1, 32), (2, 64), (15, 524_288)] as [(UInt16, Int)])
  func df402(indicator: UInt16, milliseconds: Int) {
    #expect(LockTime.milliseconds(ofDF402: indicator) == milliseconds)
    #expect(LockTime.df402(ofMilliseconds: milliseconds) == indicator)
    #expect(LockTime.df402(ofMilliseconds: milliseconds + 1) == indicator)
  }

  @Test(
    "DF013, rows of the standard's table",
    arguments: [
      (0, 0), (23, 23), (24, 24), (25, 26), (47, 70), (48, 72), (71, 164), (72, 168), (95, 352),
      (96, 360), (119, 728), (120, 744), (126, 936), (127, 937),
    ] as [(UInt8, Int)])
  func df013(indicator: UInt8, seconds: Int) {
    #expect(LockTime.seconds(ofDF013: indicator) == seconds)
    #expect(LockTime.df013(ofSeconds: seconds) == indicator)
    if indicator > 0 { #expect(LockTime.df013(ofSeconds: seconds - 1) == indicator - 1) }
  }

  @Test("times out of range take the nearest end")
  func ends() {
    #expect(LockTime.df407(ofMilliseconds: .max) == 704)
    #expect(LockTime.df407(ofMilliseconds: -1) == 0)
    #expect(LockTime.df402(ofMilliseconds: .max) == 15)
    #expect(LockTime.df013(ofSeconds: .max) == 127)
    #expect(LockTime.df013(ofSeconds: -1) == 0)
  }
}
