import Testing

@testable import RTCMStreams

/// The values that continue from one message to the next: lock times and whole cycles.
@Suite("Tracks from MSM to messages from before MSM")
struct LegacyTrackTests {
  private func message(
    _ code: String, at milliseconds: UInt32 = 0, difference: Double = 0, lockTime: Int = 0
  ) throws -> MSMMessage {
    try LegacyConverterTests.message(["1C", code], at: milliseconds) { observation, name in
      observation.lockTimeMilliseconds = lockTime
      guard name == code else { return }
      observation.phaserange = 23_456_789.123 + difference
    }
  }

  @Test(
    "a lock time is the greatest that is not above",
    arguments: [
      (0, 0), (999, 0), (1024, 1), (23_552, 23), (25_600, 24), (65_536, 64), (524_288, 520),
      (1_048_576, 937), (67_108_864, 937),
    ])
  func lockTimes(milliseconds: Int, seconds: Int) throws {
    var converter = LegacyConverter()
    let message = try self.message("2W", lockTime: milliseconds)
    let result = try #require(converter.convert(message).first).observations()
    #expect(result.map(\.minimumLockTime) == [seconds, seconds])
  }

  @Test("where another signal takes a band's place, its lock begins with that")
  func restartsLock() throws {
    var converter = LegacyConverter()
    var locks: [Int] = []
    // Midnight falls within the sequence.
    let start = UInt32(86_400_000 - 5000)
    for (second, code) in ["2X", "2X", "2W", "2W", "2W", "2W", "2W", "2W"].enumerated() {
      let message = try message(code, at: start + UInt32(second) * 1000, lockTime: 600_000)
      locks.append(try #require(converter.convert(message).first).observations()[1].minimumLockTime)
    }
    #expect(locks == [584, 584, 0, 1, 2, 3, 4, 5])
    let later = try message("2W", at: start + 940_000, lockTime: 2_000_000)
    #expect(converter.convert(later).first?.observations()[1].minimumLockTime == 937)
    let nextDay = try message("2W", at: start + 2000, lockTime: 600_000)
    #expect(converter.convert(nextDay).first?.observations()[1].minimumLockTime == 584)
  }

  @Test(
    "a phase within 262 m of the pseudorange is sent as it is, one further off by 1500 cycles less",
    arguments: [0, 261.9, -261.9, 262.2, -262.2, 400, 600, -600, 1000, -1000])
  func leaps(difference: Double) throws {
    var converter = LegacyConverter()
    let message = try message("2W", difference: difference)
    let result = try #require(converter.convert(message).first).observations()
    let phase = try #require(result[1].phaserange)
    let original = try #require(message.cells[1].phaserange)
    let cycles = (phase - original) / 299_792_458 * 1_227_600_000
    let leaps = (cycles / 1500).rounded()
    #expect(abs(cycles - leaps * 1500) * 0.2443 <= 0.000252)
    #expect((leaps == 0) == (abs(difference) <= 262))
    #expect(abs(phase - (try #require(result[0].pseudorange))) <= 262.2)
  }

  @Test("the whole cycles left out stay the same as long as they can")
  func keepsLeaps() throws {
    var converter = LegacyConverter()
    var sent: [Int] = []
    for (second, difference) in [250.0, 261, 263, 261, 250, 110, 104, 110].enumerated() {
      let message = try message("2W", at: UInt32(second) * 1000, difference: difference)
      let result = try #require(converter.convert(message).first).observations()
      let shift = try #require(result[1].phaserange) - (try #require(message.cells[1].phaserange))
      sent.append(Int((shift / 366.32).rounded()))
    }
    #expect(sent == [0, 0, -1, -1, -1, -1, 0, 0])
  }
}
