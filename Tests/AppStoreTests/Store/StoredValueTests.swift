import AppServer
@testable import AppStore
import GNSSBasics
import Testing

@Suite("Values as a store has them")
struct StoredValueTests {
  @Test(
    "texts that rows are found by are kept up to 512 bytes, and longer ones by what stands for them"
  )
  func keys() {
    for count in [0, 511, 512, 513] {
      let text = String(repeating: "x", count: count)
      guard case .text(let kept) = SQLValue.key(text) else {
        Issue.record("no text")
        return
      }
      #expect((kept == text) == (count <= 512))
      #expect(kept.hasPrefix("sha256 ") == (count > 512))
    }
  }

  @Test(
    "times beyond all are moved to the end, and parts of a millisecond go the way they are asked")
  func times() {
    #expect(UnixTime(milliseconds: .max).nanoseconds == .max)
    #expect(UnixTime(milliseconds: .min).nanoseconds == .min)
    #expect(UnixTime(milliseconds: -3).nanoseconds == -3_000_000)
    for (nanoseconds, down, up) in [
      (0, 0, 0), (1, 0, 1), (999_999, 0, 1), (1_000_000, 1, 1), (1_000_001, 1, 2), (-1, -1, 0),
      (-999_999, -1, 0), (-1_000_000, -1, -1), (-1_000_001, -2, -1),
    ] as [(Int64, Int64, Int64)] {
      let time = UnixTime(nanoseconds: nanoseconds)
      #expect(time.milliseconds == down, "\(nanoseconds)")
      #expect(time.millisecondsRoundedUp == up, "\(nanoseconds)")
    }
    #expect(Duration.milliseconds(12_345).milliseconds == 12_345)
    #expect(Duration.milliseconds(-1500).milliseconds == -1500)
    #expect(Duration.microseconds(999).milliseconds == 0)
  }

  @Test("days that no server wrote are none")
  func days() {
    #expect(CivilDate(storedDay: 0) == CivilDate(year: 1970, month: 1, day: 1))
    for day in [399_999_999, -399_999_999] as [Int64] { #expect(CivilDate(storedDay: day) != nil) }
    for day in [400_000_000, -400_000_000, .max, .min] as [Int64] {
      #expect(CivilDate(storedDay: day) == nil)
    }
  }

  @Test("clearing is due at first, and once a minute")
  func clearing() {
    let clearing = Clearing()
    for (second, isDue) in [
      (0, true), (59, false), (60, true), (60, false), (119, false), (180, true),
    ] {
      #expect(clearing.isDue(at: .second(Int64(second))) == isDue, "\(second)")
    }
  }

  @Test("of several rows the first is taken")
  func first() async throws {
    let place = try StorePlace(.file)
    let store = try place.open()
    let numbers = [try await store.add(.numbered(1)).id, try await store.add(.numbered(2)).id]
    await store.close()
    let connection = try SQLiteConnection(path: place.path, SQLiteConnection.Options())
    let values: [SQLValue] = [.integer(0), .integer(9)]
    #expect(try connection.first(.accountsAfter, values) { $0.integer(0) ?? 0 } == numbers[0])
    #expect(try connection.all(.accountsAfter, values) { $0.integer(0) ?? 0 } == numbers)
    #expect(try connection.first(.accountsAfter, [.integer(99), .integer(9)]) { _ in 1 } == nil)
  }
}
