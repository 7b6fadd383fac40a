@testable import BoardSimulation
import Testing

@Suite("Observation assembler")
struct ObservationAssemblerTests {
  private static let day = 86_400_000

  private func message(
    _ constellation: Int, at time: Int?, more: Bool = false, station: UInt16 = 1,
    satellites: UInt64 = 0b111, legacy: Bool = false
  ) -> ObservationMessage {
    ObservationMessage(
      stationID: station, constellation: constellation, isGLONASS: constellation == 1,
      isLegacy: legacy, timeOfDay: time, isMoreToFollow: more, satellites: satellites)
  }

  private func epochs(_ outcome: ObservationAssembler.Outcome) -> [CorrectionEpoch]? {
    guard case .completed(let epochs) = outcome else { return nil }
    return epochs
  }

  @Test("messages of an epoch are joined until one says that it is the last")
  func joins() throws {
    var assembler = ObservationAssembler()
    #expect(assembler.add(message(0, at: 1000, more: true), at: .seconds(1)) == .taken)
    #expect(
      assembler.add(message(0, at: 1000, more: true, satellites: 0b11000), at: .seconds(2))
        == .taken)
    let done = try #require(epochs(assembler.add(message(2, at: 1000), at: .seconds(3))))
    #expect(done.count == 1)
    #expect(done[0].satelliteCount == 8)
    #expect(done[0].constellationCount == 2)
    #expect(done[0].arrival == .seconds(3))
  }

  @Test("the next epoch completes one whose last message never came")
  func completesByNext() throws {
    var assembler = ObservationAssembler()
    #expect(assembler.add(message(0, at: 1000, more: true), at: .seconds(1)) == .taken)
    let done = try #require(
      epochs(assembler.add(message(0, at: 2000, more: true), at: .seconds(2))))
    #expect(done.map(\.time) == [1000])
    #expect(done[0].arrival == .seconds(1))
  }

  @Test("a constellation that follows a completed epoch is added to it, a repeated one refused")
  func extendsCompleted() throws {
    var assembler = ObservationAssembler()
    _ = assembler.add(message(0, at: 1000), at: .seconds(1))
    let done = try #require(epochs(assembler.add(message(2, at: 1000), at: .seconds(2))))
    #expect(done[0].satelliteCount == 6)
    #expect(done[0].arrival == .seconds(1))
    #expect(assembler.add(message(0, at: 1000), at: .seconds(3)) == .old)
    #expect(assembler.add(message(0, at: 500), at: .seconds(4)) == .old)
    #expect(assembler.add(message(3, at: 1000, station: 2), at: .seconds(5)) == .foreign)
  }

  @Test("a system that comes again in the other form is neither used nor old")
  func passesOverOtherForm() throws {
    var assembler = ObservationAssembler()
    _ = assembler.add(message(0, at: 1000, more: true, legacy: true), at: .seconds(1))
    _ = assembler.add(message(1, at: 1000, legacy: true), at: .seconds(1))
    #expect(assembler.add(message(0, at: 1000, more: true), at: .seconds(2)) == .redundant)
    #expect(assembler.add(message(0, at: 1000, more: true, legacy: true), at: .seconds(2)) == .old)
    let more = try #require(epochs(assembler.add(message(2, at: 1000), at: .seconds(2))))
    #expect(more.map(\.satelliteCount) == [9])
    #expect(assembler.add(message(2, at: 1000), at: .seconds(3)) == .old)
  }

  @Test("time counts on over midnight and so over the week's end")
  func wraps() throws {
    var assembler = ObservationAssembler()
    _ = assembler.add(message(0, at: Self.day - 1000), at: .seconds(1))
    let done = try #require(epochs(assembler.add(message(0, at: 0), at: .seconds(2))))
    #expect(done.map(\.time) == [Int64(Self.day)])
    #expect(assembler.add(message(0, at: Self.day - 1000), at: .seconds(3)) == .old)
  }

  @Test(
    "ten minutes back are old, more begin a new stream",
    arguments: [(600_000, false), (601_000, true)])
  func beginsNewStream(jump: Int, isNew: Bool) {
    var assembler = ObservationAssembler()
    _ = assembler.add(message(0, at: 10_000_000), at: .seconds(1))
    let outcome = assembler.add(message(0, at: 10_000_000 - jump), at: .seconds(2))
    #expect((epochs(outcome) != nil) == isNew)
    let next = assembler.add(message(0, at: 10_000_000 - jump + 1000), at: .seconds(3))
    #expect((epochs(next) != nil) == isNew)
  }

  @Test("older epochs that go on for ten seconds are a new stream, a repeated one never is")
  func acceptsRestartedStream() {
    var assembler = ObservationAssembler()
    _ = assembler.add(message(0, at: 100_000), at: .seconds(100))
    let restarted = (0..<15).map { second in
      assembler.add(message(0, at: 1000 * second), at: .seconds(101 + second))
    }
    #expect(restarted.prefix(10).allSatisfy { $0 == .old })
    #expect(restarted.dropFirst(10).allSatisfy { epochs($0) != nil })

    let repeated = (0..<100).map { second in
      assembler.add(message(0, at: 14_000 - 1000 * (second % 5)), at: .seconds(120 + second))
    }
    #expect(repeated.allSatisfy { $0 == .old })

    let stuck = (0..<100).map { second in
      assembler.add(message(0, at: 9000), at: .seconds(220 + second))
    }
    #expect(stuck.allSatisfy { $0 == .old })
  }

  @Test("older epochs are a new stream exactly when they have gone on for ten seconds")
  func newStreamTime() {
    for (milliseconds, isNew) in [(9999, false), (10_000, true)] {
      var assembler = ObservationAssembler()
      _ = assembler.add(message(0, at: 100_000), at: .seconds(100))
      #expect(assembler.add(message(0, at: 1000), at: .seconds(101)) == .old)
      let outcome = assembler.add(
        message(0, at: 2000), at: .seconds(101) + .milliseconds(milliseconds))
      #expect((epochs(outcome) != nil) == isNew)
    }
  }

  @Test("older epochs that go back and forth are no stream, however long they come")
  func backAndForth() {
    var assembler = ObservationAssembler()
    _ = assembler.add(message(0, at: 100_000), at: .seconds(100))
    let outcomes = (0..<40).map { second in
      assembler.add(message(0, at: second % 2 == 0 ? 1000 : 50_000), at: .seconds(101 + second))
    }
    #expect(outcomes.allSatisfy { $0 == .old })
  }

  @Test("an epoch in between ends a row of older ones")
  func newerEpochEndsRow() {
    var assembler = ObservationAssembler()
    _ = assembler.add(message(0, at: 100_000), at: .seconds(100))
    #expect(assembler.add(message(0, at: 1000), at: .seconds(101)) == .old)
    #expect(epochs(assembler.add(message(0, at: 101_000), at: .seconds(102))) != nil)
    #expect(assembler.add(message(0, at: 2000), at: .seconds(120)) == .old)
  }

  @Test(
    "a GLONASS time is linked up to twenty whole seconds away, another constellation's never",
    arguments: [
      (1, 20_000, true), (1, -20_000, true), (1, 21_000, false), (1, -21_000, false),
      (1, 1500, false), (2, 2000, false),
    ])
  func linkLimits(constellation: Int, step: Int, isLinked: Bool) {
    var assembler = ObservationAssembler()
    _ = assembler.add(message(0, at: 100_000, more: true), at: .seconds(1))
    let outcome = assembler.add(message(constellation, at: 100_000 + step), at: .seconds(1))
    #expect((epochs(outcome)?.last?.satelliteCount == 6) == isLinked)
  }

  @Test("the shorter way round the day tells older from newer, half a day back being older")
  func halfDay() {
    for (step, isTaken) in [(Self.day / 2 - 1, true), (-600_000, false)] {
      var assembler = ObservationAssembler()
      _ = assembler.add(message(0, at: 43_200_000), at: .seconds(1))
      let outcome = assembler.add(message(0, at: 43_200_000 + step), at: .seconds(2))
      #expect((epochs(outcome)?.map(\.time) == [Int64(43_200_000 + step)]) == isTaken)
    }
  }

  @Test("a linked GLONASS message of a time with fewer leap seconds belongs to the open epoch")
  func allowsOtherLeapSeconds() throws {
    var assembler = ObservationAssembler()
    _ = assembler.add(message(0, at: 100_000, more: true), at: .seconds(1))
    let done = try #require(epochs(assembler.add(message(1, at: 102_000), at: .seconds(1))))
    #expect(done.map(\.time) == [100_000])
    #expect(done[0].constellationCount == 2)
  }

  @Test("a message without a sound time is taken where the stream links it, and nowhere else")
  func allowsUndated() throws {
    var assembler = ObservationAssembler()
    #expect(assembler.add(message(5, at: nil), at: .zero) == .undated)
    _ = assembler.add(message(0, at: 100_000, more: true), at: .seconds(1))
    let done = try #require(epochs(assembler.add(message(5, at: nil), at: .seconds(1))))
    #expect(done.map(\.satelliteCount) == [6])
    #expect(assembler.add(message(5, at: nil), at: .seconds(2)) == .undated)
  }

  @Test("GLONASS alone is told from GLONASS with others, and from nothing")
  func tellsGLONASS() throws {
    var assembler = ObservationAssembler()
    #expect(try #require(epochs(assembler.add(message(1, at: 1000), at: .zero)))[0].isGLONASSOnly)
    #expect(try !#require(epochs(assembler.add(message(0, at: 1000), at: .zero)))[0].isGLONASSOnly)
    let empty = assembler.add(message(1, at: 2000, satellites: 0), at: .zero)
    #expect(try !#require(epochs(empty))[0].isGLONASSOnly)
  }
}
